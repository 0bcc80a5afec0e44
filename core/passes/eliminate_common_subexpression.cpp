#include "core/passes/passes.h"

#include <algorithm>
#include <unordered_map>

#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

/// Everything that must be equal except the attributes.
std::string keyOf(const Node& node) {
    std::string key = node.opType + std::string("|") + node.domain.str() + "|" +
                      node.overload.str() + "|" + std::to_string(node.graph.value);
    for (const ValueId input : node.inputs)
        key += "," + std::to_string(input.value);
    return key + "|" + std::to_string(node.outputs.size());
}

bool mergeInto(Rewriter& rewriter, const Node& node, const Node& first) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && !first.outputs[i])
            return false;
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] && !rewriter.forward(node.outputs[i], first.outputs[i]))
            return false;
    rewriter.remove(node.id);
    return true;
}

} // namespace

/// Merges nodes that compute the same result.
///
/// Before:   A = F<a>(X), B = F<a>(X)    in one graph
/// After:    A = F<a>(X); readers of B read A
/// Declines: random operators; nodes with bodies; A and B are both outputs of the graph
Result<void> eliminateCommonSubexpression(PassRun& run) {
    std::unordered_map<std::string, std::vector<NodeId>> seen;
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node || isRandom(*node) || !node->subgraphs().empty())
            continue;
        auto& candidates = seen[keyOf(*node)];
        const bool merged = std::ranges::any_of(candidates, [&](NodeId candidate) {
            const auto first = run.model().node(candidate);
            return first && sameAttributes(*first->attributes, *node->attributes) &&
                   run.attempt(
                       id, [&](Rewriter& rewriter) { return mergeInto(rewriter, *node, *first); });
        });
        if (!merged)
            candidates.push_back(id);
    }
    return {};
}

} // namespace partita
