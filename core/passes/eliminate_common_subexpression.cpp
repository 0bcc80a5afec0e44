#include "core/passes/passes.h"

#include <algorithm>

#include "core/base/probe_table.h"
#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

/// A hash of everything that must be equal except the attributes.
std::size_t hashOf(const Node& node) {
    std::size_t hash = node.graph.value * std::size_t{31} + node.outputs.size();
    const auto add = [&hash](std::size_t part) {
        hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 29;
    };
    for (const SharedString* text : {&node.opType, &node.domain, &node.overload})
        add(std::hash<std::string_view>()(*text));
    for (const ValueId input : node.inputs)
        add(input.value);
    return hash;
}

bool sameCall(const Node& a, const Node& b) {
    return a.opType == b.opType && a.domain == b.domain && a.overload == b.overload &&
           a.graph == b.graph && a.outputs.size() == b.outputs.size() &&
           std::ranges::equal(a.inputs, b.inputs) && sameAttributes(*a.attributes, *b.attributes);
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
    ProbeTable<NodeId> seen; // with the hash that each node had when it was met
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node || isRandom(*node) || !node->subgraphs().empty())
            continue;
        const std::size_t hash = hashOf(*node);
        const auto mergesInto = [&](NodeId candidate) {
            const auto first = run.model().node(candidate);
            return first && sameCall(*first, *node) && run.attempt(id, [&](Rewriter& rewriter) {
                return mergeInto(rewriter, *node, *first);
            });
        };
        if (!seen.find(hash, mergesInto))
            seen.insert(hash, id);
    }
    return {};
}

} // namespace partita
