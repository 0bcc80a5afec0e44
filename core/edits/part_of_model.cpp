#include "core/edits/part_of_model.h"

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/edits/node_selection.h"
#include "core/edits/output_types.h"
#include "core/ir/extract.h"

namespace partita {

namespace {

/// Gives the tensors at the ends of a part the types that they have in the model, or in the part.
Result<void> sayTypes(ModelEditor& editor, const std::vector<ValueId>& ends, const Model& whole,
                      const std::vector<ValueId>& there) {
    for (std::size_t i = 0; i < ends.size(); ++i) {
        TypePtr type = edits::knownType(whole, there[i]);
        if (!type)
            type = edits::knownType(editor.model(), ends[i]);
        if (!type)
            return Error{
                Errc::usage,
                PARTITA_TEXT("the type of '{0}' is not known, and the inputs and outputs of "
                             "a model need one",
                             tensorText(whole, there[i])),
                {},
                PARTITA_TEXT("correct the nodes in front of it first")};
        editor.changeValue(ends[i], [&](Value& value) { value.type = type; });
    }
    return {};
}

} // namespace

Result<Model> partOfModel(const Model& model, const std::vector<NodeId>& nodes) {
    const edits::NodeSelection chosen = PARTITA_TRY(edits::selectionOfOneGraph(model, nodes));
    PARTITA_TRY(chosen.checkReferences());
    const std::vector<ValueId> inputs = chosen.inputs(), outputs = chosen.results();
    if (outputs.empty())
        return Error{Errc::usage, PARTITA_TEXT("the nodes compute nothing to be returned"), {}, {}};
    ModelEditor editor(
        PARTITA_TRY(extractSubgraph(model, chosen.graph(), chosen.nodes(), inputs, outputs)));
    const Graph main = *editor.model().graph(editor.model().mainGraph());
    PARTITA_TRY(sayTypes(editor, main.inputs, model, inputs));
    PARTITA_TRY(sayTypes(editor, main.outputs, model, outputs));
    if (const auto& root = model.graph(rootOf(model, chosen.graph())); root->function)
        editor.changeInfo([&](ModelInfo& info) { info.opsets = root->function->opsets; });
    edits::needPlainInitializers(editor);
    return editor.model();
}

} // namespace partita
