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

} // namespace partita
