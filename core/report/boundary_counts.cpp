#include "core/report/boundary_counts.h"

#include <unordered_map>
#include <unordered_set>

namespace partita {

std::vector<std::size_t> tensorsThatStay(const Partitioning& partitioning) {
    std::unordered_set<ValueId> moved;
    std::unordered_map<ValueId, std::uint32_t> stay;
    for (const BoundaryTensor& boundary : partitioning.boundaries)
        if (boundary.sameProvider)
            stay.emplace(boundary.value, partitioning.partitions[boundary.from - 1].provider);
        else
            moved.insert(boundary.value);
    std::vector<std::size_t> counts(partitioning.providers.size());
    for (const auto& [value, provider] : stay)
        counts[provider] += !moved.contains(value);
    return counts;
}

std::vector<PartitionTraffic> trafficByPartition(const Partitioning& partitioning) {
    std::vector<PartitionTraffic> traffic(partitioning.partitions.size() + 1);
    std::unordered_map<ValueId, std::unordered_set<std::uint32_t>> given;
    for (const BoundaryTensor& boundary : partitioning.boundaries) {
        if (boundary.sameProvider)
            continue;
        const std::uint64_t bytes = boundary.bytes.value_or(boundary.bytesPerSymbol);
        traffic[boundary.to].in += bytes;
        const std::uint32_t reader = partitioning.partitions[boundary.to - 1].provider;
        if (given[boundary.value].insert(reader).second)
            traffic[boundary.from].out += bytes;
    }
    return traffic;
}

} // namespace partita
