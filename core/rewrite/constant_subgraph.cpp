#include "core/rewrite/constant_subgraph.h"

#include <algorithm>

#include "core/ir/constants.h"

namespace partita {

bool isRandomOperator(const Node& node) {
    for (const char* op : {"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike",
                           "Multinomial", "Bernoulli"})
        if (node.is(op))
            return true;
    // In training it drops by chance.
    return node.is("Dropout") && node.inputs.size() > 2 && node.inputs[2];
}

std::unordered_set<NodeId> nodesOfConstants(const Model& model) {
    std::unordered_set<NodeId> found;
    for (const NodeId id : model.topologicalOrder(model.mainGraph())) {
        const Node& node = *model.node(id);
        const bool constant = !isRandomOperator(node) && node.subgraphs().empty() &&
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
