#include "core/report/boundary_counts.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/base/count_text.h"

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

std::vector<CrossingTensor> crossingTensors(const Partitioning& partitioning) {
    std::vector<CrossingTensor> tensors;
    // A rewrite may have made two tensors of one: each has its maker.
    std::map<std::pair<ValueId, std::uint32_t>, std::size_t> known;
    std::vector<std::set<std::uint32_t>> providers;
    for (const BoundaryTensor& boundary : partitioning.boundaries) {
        const auto [at, fresh] = known.try_emplace({boundary.value, boundary.from}, tensors.size());
        if (fresh) {
            tensors.push_back({boundary.value,
                               boundary.from,
                               {},
                               0,
                               boundary.bytes.value_or(boundary.bytesPerSymbol),
                               boundary.bytes.has_value()});
            providers.emplace_back();
        }
        CrossingTensor& tensor = tensors[at->second];
        tensor.to.push_back(boundary.to);
        if (!boundary.sameProvider)
            providers[at->second].insert(partitioning.partitions[boundary.to - 1].provider);
    }
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        CrossingTensor& tensor = tensors[i];
        tensor.copies = providers[i].size();
        const std::uint32_t own = partitioning.partitions[tensor.from - 1].provider;
        std::ranges::stable_partition(tensor.to, [&](std::uint32_t index) {
            return partitioning.partitions[index - 1].provider != own;
        });
    }
    return tensors;
}

Message readersText(const Partitioning& partitioning, const CrossingTensor& tensor) {
    constexpr std::size_t kMostReaders = 4;
    const std::size_t named = std::min(kMostReaders, tensor.to.size());
    std::string text;
    for (std::size_t i = 0; i < named; ++i)
        text += (i ? ", " : "") + partitioning.badge(tensor.to[i]);
    return named == tensor.to.size()
               ? Message(text)
               : PARTITA_TEXT("{0} and {1} more", text, grouped(tensor.to.size() - named));
}

} // namespace partita
