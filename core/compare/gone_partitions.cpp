#include "core/compare/gone_partitions.h"

#include <algorithm>
#include <optional>

namespace partita {

std::map<NodeId, Damage> gonePartitions(const JudgedPlacement& a, const JudgedPlacement& b,
                                        const std::vector<NodeId>& inB) {
    std::map<NodeId, Damage> gone;
    const Partitioning &before = *a.partitioning, &after = *b.partitioning;
    if (before.inlined || after.inlined || before.providers.empty() || after.providers.empty() ||
        before.providers.front() != after.providers.front())
        return gone;
    const auto partnerOf = [&](NodeId node) {
        return node.value < inB.size() ? inB[node.value] : NodeId{};
    };
    std::optional<JointDamage> joint;
    for (const Partition& partition : before.partitions) {
        const bool isGone = partition.provider == 0 && !partition.nodes.empty() &&
                            std::ranges::none_of(partition.nodes, [&](NodeId node) {
                                return partnerOf(node) && after.providerOf(partnerOf(node)) == 0U;
                            });
        if (!isGone)
            continue;
        std::vector<NodeId> left;
        for (const NodeId node : partition.nodes)
            if (partnerOf(node))
                left.push_back(partnerOf(node));
        if (!joint)
            joint.emplace(b);
        // What it would cost more in B if the device took them is what it saves that it does not.
        const std::int64_t bytes = left.empty() ? 0 : joint->ofTaking(left).bytes;
        gone.emplace(partition.nodes.front(), Damage{1, std::max<std::int64_t>(0, -bytes), 0});
    }
    return gone;
}

} // namespace partita
