#include "providers/npu/compiler/device_fusion.h"

#include <algorithm>
#include <unordered_set>

namespace partita {

namespace {

/// The only node that reads the first output of `node`; none where it has several readers, where
/// the value is a graph output, or where another output is used.
NodeId onlyReader(const Model& model, const Node& node) {
    if (node.outputs.empty() || !node.outputs[0])
        return {};
    for (std::size_t i = 1; i < node.outputs.size(); ++i)
        if (node.outputs[i] &&
            (!model.consumers(node.outputs[i]).empty() || model.isGraphOutput(node.outputs[i])))
            return {};
    const auto readers = model.consumers(node.outputs[0]);
    if (readers.size() != 1 || model.isGraphOutput(node.outputs[0]))
        return {};
    const Node& reader = *model.node(readers[0]);
    const bool once = std::ranges::count(reader.inputs, node.outputs[0]) == 1;
    return once && reader.graph == node.graph ? readers[0] : NodeId{};
}

bool fits(const FusionRule::Link& link, const Node& node) {
    return node.isOnnx() &&
           std::ranges::find(link.operators, node.opType.str()) != link.operators.end();
}

/// The nodes from `first` on that match a rule; empty where a required link is missing.
std::vector<NodeId> match(const Model& model, const FusionRule& rule, NodeId first,
                          const std::unordered_set<NodeId>& free) {
    std::vector<NodeId> taken;
    NodeId next = first;
    for (const FusionRule::Link& link : rule.chain) {
        bool any = false;
        while (next && free.contains(next) && fits(link, *model.node(next)) &&
               (!any || link.repeats)) {
            any = true;
            taken.push_back(next);
            next = onlyReader(model, *model.node(next));
        }
        if (!any && !link.optional)
            return {};
    }
    return taken;
}

} // namespace

std::vector<DeviceTask> fuseTasks(const Model& model, std::span<const NodeId> order,
                                  const std::vector<FusionRule>& rules) {
    std::unordered_set<NodeId> free(order.begin(), order.end());
    std::unordered_map<NodeId, DeviceTask> byLast; // a task runs when its last node can
    for (const NodeId id : order) {
        if (!free.contains(id) || model.node(id)->is("Constant"))
            continue;
        DeviceTask best{{id}, {}};
        for (const FusionRule& rule : rules)
            if (auto taken = match(model, rule, id, free); taken.size() > best.nodes.size())
                best = {std::move(taken), rule.name};
        for (const NodeId node : best.nodes)
            free.erase(node);
        const NodeId last = best.nodes.back();
        byLast.emplace(last, std::move(best));
    }
    std::vector<DeviceTask> tasks;
    for (const NodeId id : order)
        if (const auto found = byLast.find(id); found != byLast.end())
            tasks.push_back(std::move(found->second));
    return tasks;
}

} // namespace partita
