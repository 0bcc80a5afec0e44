#include "core/report/partition_sentence.h"

#include <set>

#include "core/base/count_text.h"

namespace partita {

namespace {

constexpr std::size_t kMostNamed = 4;

/// The badges of some partitions, in their order: "N1, N3, N5, N7 and 12 more".
Message badgesOf(const Partitioning& partitioning, const std::set<std::uint32_t>& indices) {
    std::string text;
    std::size_t named = 0;
    for (const std::uint32_t index : indices) {
        if (named == kMostNamed)
            return PARTITA_TEXT("{0} and {1} more", text, grouped(indices.size() - named));
        text += (named++ ? ", " : "") + partitioning.badge(index);
    }
    return text;
}

bool hasFirstProvider(const Partitioning& partitioning, const std::set<std::uint32_t>& indices) {
    for (const std::uint32_t index : indices)
        if (partitioning.partitions[index - 1].provider == 0)
            return true;
    return false;
}

} // namespace

Message partitionSentence(const Partitioning& partitioning, const Partition& partition) {
    std::set<std::uint32_t> sources, readers;
    for (const BoundaryTensor& boundary : partitioning.boundaries) {
        if (boundary.to == partition.index && boundary.from)
            sources.insert(boundary.from);
        if (boundary.from == partition.index && boundary.to)
            readers.insert(boundary.to);
    }
    const std::string badge = partitioning.badge(partition);
    Message way = badge;
    if (!sources.empty())
        way = PARTITA_TEXT("{0} → {1}", badgesOf(partitioning, sources), way);
    if (!readers.empty())
        way = PARTITA_TEXT("{0} → {1}", way, badgesOf(partitioning, readers));
    if (partition.provider != 0 && hasFirstProvider(partitioning, sources) &&
        hasFirstProvider(partitioning, readers))
        way = PARTITA_TEXT("{0} splits what {1} runs: {2}", badge,
                           partitioning.providerNames[0].name, way);
    return partition.compiled ? PARTITA_TEXT("{0}. It is compiled as one piece", way)
                              : PARTITA_TEXT("{0}. It runs kernel by kernel, not compiled", way);
}

} // namespace partita
