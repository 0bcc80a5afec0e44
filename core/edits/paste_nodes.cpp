#include <algorithm>
#include <unordered_set>

#include "core/base/numbered_name.h"
#include "core/base/try.h"
#include "core/edits/edit_rules.h"
#include "core/edits/edit_tools.h"
#include "core/edits/fitting_slots.h"
#include "core/edits/new_node.h"
#include "core/edits/node_selection.h"
#include "core/edits/removal.h"
#include "core/edits/same_function.h"
#include "core/ir/extract.h"
#include "core/ir/function_calls.h"
#include "core/ir/model_union.h"

namespace partita::edits {

namespace {

constexpr std::int64_t kIrOfInitializers = 4, kIrOfOverloads = 10;

/// Pastes a part of one model into a graph of another one.
class Paste {
public:
    Paste(const Model& model, const Model& from, GraphId into)
        : m_from(from), m_into(into), m_editor(model), m_names(model) {}

    Result<std::vector<NodeId>> run(const NodeSelection& selection) {
        const auto inputs = selection.inputs();
        Model part =
            PARTITA_TRY(extractSubgraph(m_from, selection.graph(), selection.nodes(), inputs, {}));
        part = withoutKnownFunctions(part); // before an import changes the function around it
        PARTITA_TRY(checkOpsets(part, selection.graph()));
        PARTITA_TRY(checkFunctionInitializers(model(), m_into, part));
        setIrVersion(part);
        const auto known = knownInputs(part, inputs);
        const auto copied = ModelUnion::copyInto(m_editor, m_into, part, newNames(), known);
        PARTITA_TRY(checkRecursion());
        std::vector<NodeId> made;
        for (const NodeId id : part.nodesOf(part.mainGraph()))
            made.push_back(copied.nodes.at(id));
        return made;
    }

    ModelEditor& editor() { return m_editor; }

private:
    [[nodiscard]] const Model& model() const { return m_editor.model(); }

    /// Every operator must be the same version in both models. Functions have opsets of their own.
    Result<void> checkOpsets(const Model& part, GraphId graph) {
        const auto inFunctions = graphsOfFunctions(part);
        Result<void> result;
        part.nodes().forEach([&](NodeId, const auto& node) {
            if (result && !inFunctions[node->graph.value])
                result = importFor(m_editor, m_into, *node, opsetIn(m_from, graph, node->domain));
        });
        return result;
    }

    /// Calls of functions that this model has, too, need no copy of them.
    [[nodiscard]] Model withoutKnownFunctions(const Model& part) const {
        std::vector<GraphId> known;
        for (const GraphId id : part.info().functions)
            if (const GraphId here = sameNamed(*part.graph(id));
                here && sameFunction(part, id, model(), here))
                known.push_back(id);
        ModelEditor editor(part);
        removeBodies(editor, known);
        editor.changeInfo([&](ModelInfo& info) {
            std::erase_if(info.functions, [&](GraphId id) { return !editor.model().graph(id); });
        });
        return editor.model();
    }

    [[nodiscard]] GraphId sameNamed(const Graph& function) const {
        Node call;
        call.opType = function.name;
        call.domain = function.function->domain;
        call.overload = function.function->overload;
        return functionOf(model(), call);
    }

    void setIrVersion(const Model& part) {
        std::int64_t needed = 0;
        part.values().forEach([&](ValueId, const auto& value) {
            if (value->isConstant())
                needed = kIrOfInitializers;
        });
        for (const GraphId function : part.info().functions)
            needed = part.graph(function)->function->overload.empty()
                         ? std::max(needed, kIrOfFunctions)
                         : kIrOfOverloads;
        if (model().info().irVersion < needed)
            m_editor.changeInfo([&](ModelInfo& info) { info.irVersion = needed; });
    }

    /// Inputs of the part that the copies go on reading; the others are open.
    std::unordered_map<ValueId, ValueId> knownInputs(const Model& part,
                                                     const std::vector<ValueId>& inputs) const {
        const bool isSame = m_from.source() == model().source();
        const auto& places = part.graph(part.mainGraph())->inputs;
        std::unordered_map<ValueId, ValueId> known;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool isThere = isSame && model().value(inputs[i]) &&
                                 whyNotSeen(model(), inputs[i], m_into).empty();
            known[places[i]] = isThere ? inputs[i] : ValueId{};
        }
        return known;
    }

    ModelUnion::Names newNames() {
        return {[this](const Value& value) {
                    return value.name.empty() ? std::string() : m_names.unique(value.name);
                },
                [this](const Node& node) {
                    return node.name.empty() ? std::string() : m_names.unique(node.name);
                },
                [this](const Graph& function) {
                    Graph renamed = function;
                    return numberedName(function.name, 1, [&](const std::string& name) {
                        renamed.name = name;
                        return !sameNamed(renamed) && m_functions.insert(name).second;
                    });
                }};
    }

    Result<void> checkRecursion() const {
        if (model().graph(rootOf(model(), m_into))->function)
            PARTITA_TRY(inlinedSize(model()));
        return {};
    }

    const Model& m_from;
    GraphId m_into;
    ModelEditor m_editor;
    NamesInUse m_names;
    std::unordered_set<std::string> m_functions; ///< names of those that were copied
};

} // namespace

Result<Edited> apply(const Model& model, const PasteNodes& edit) {
    if (!edit.from)
        return Error{Errc::usage, PARTITA_TEXT("there is nothing to paste"), {}, {}};
    const std::vector<NodeId> nodes = PARTITA_TRY(existing(*edit.from, edit.nodes));
    PARTITA_TRY(existing(model, edit.into));
    const NodeSelection selection(*edit.from, nodes);
    if (!selection.isOfOneGraph())
        return Error{Errc::usage,
                     PARTITA_TEXT("the nodes are of several graphs"),
                     {},
                     PARTITA_TEXT("paste those of one graph at a time")};
    Paste paste(model, *edit.from, edit.into);
    std::vector<NodeId> made = PARTITA_TRY(paste.run(selection));
    const Node& first = *edit.from->node(selection.nodes().front());
    std::string label = paste.editor().model().node(made.front())->label();
    return finished(std::move(paste.editor()),
                    selection.nodes().size() == 1
                        ? PARTITA_TEXT("Paste {0}", first.opType.str())
                        : PARTITA_TEXT("Paste {0} nodes", selection.nodes().size()),
                    std::move(label), std::move(made));
}

} // namespace partita::edits

namespace partita {

Result<Model> modelOfNodes(const PasteNodes& nodes) {
    ModelBuilder builder;
    Graph graph;
    graph.id = builder.newGraph();
    graph.name = "nodes";
    ModelInfo info;
    info.irVersion = nodes.from->info().irVersion;
    info.opsets = nodes.from->info().opsets;
    info.mainGraph = graph.id;
    PasteNodes into = nodes;
    into.into = graph.id;
    builder.add(std::make_shared<const Graph>(std::move(graph)));
    const Model empty = std::move(builder).finish(std::move(info));
    // A clipboard is no model that is loaded: what may be in one is checked where it is pasted.
    return empty.with(PARTITA_TRY(edits::apply(empty, into)).delta);
}

} // namespace partita
