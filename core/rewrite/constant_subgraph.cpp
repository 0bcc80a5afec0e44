#include "core/rewrite/constant_subgraph.h"

#include <algorithm>

#include "core/onnx/infer_shapes.h"
#include "core/onnx/operator_facts.h"

namespace partita {

std::unordered_set<NodeId> nodesOfConstants(const Model& model) {
    std::unordered_set<NodeId> found;
    for (const NodeId id : model.topologicalOrder(model.mainGraph())) {
        const Node& node = *model.node(id);
        const bool constant = !isRandom(node) && node.subgraphs().empty() &&
                              std::ranges::all_of(node.inputs, [&](ValueId input) {
                                  return !input || model.value(input)->isConstant() ||
                                         found.contains(model.producer(input));
                              });
        if (constant)
            found.insert(id);
    }
    return found;
}

std::vector<ValueId> resultsFor(const Model& model, const std::unordered_set<NodeId>& nodes) {
    std::vector<ValueId> found;
    for (const NodeId id : model.topologicalOrder(model.mainGraph())) {
        if (!nodes.contains(id))
            continue;
        for (const ValueId output : model.node(id)->outputs) {
            if (!output)
                continue;
            const auto readers = model.consumers(output);
            if (model.isGraphOutput(output) ||
                std::ranges::any_of(readers, [&](NodeId each) { return !nodes.contains(each); }))
                found.push_back(output);
        }
    }
    return found;
}

bool stateTypes(Rewriter& rewriter, const std::vector<ValueId>& values) {
    const Model model = rewriter.model();
    const auto isOpen = [](const Model& in, ValueId id) { return !in.value(id)->type; };
    if (std::ranges::none_of(values, [&](ValueId id) { return isOpen(model, id); }))
        return true;
    const auto inferred = inferShapes(model);
    for (const ValueId id : values) {
        if (!isOpen(model, id))
            continue;
        if (!inferred || isOpen(*inferred, id)) {
            rewriter.note(model.producer(id),
                          PARTITA_TEXT("the type of '{0}' is not known", model.value(id)->name));
            return false;
        }
        rewriter.editor().changeValue(
            id, [&](Value& value) { value.type = inferred->value(id)->type; });
    }
    return true;
}

} // namespace partita
