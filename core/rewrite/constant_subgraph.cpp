#include "core/rewrite/constant_subgraph.h"

#include <algorithm>

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

} // namespace partita
