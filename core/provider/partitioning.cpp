#include "core/provider/partitioning.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/count_text.h"

namespace partita {

std::string byteText(std::uint64_t bytes) {
    if (bytes < 1024)
        return fmt::format("{} B", bytes);
    constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < std::size(kUnits)) {
        value /= 1024;
        ++unit;
    }
    return value < 10 ? fmt::format("{:.1f} {}", value, kUnits[unit])
                      : fmt::format("{:.0f} {}", value, kUnits[unit]);
}

const Message& splitWord() {
    static const Message kText = PARTITA_TEXT("split");
    return kText;
}

const Message& goneWord(bool isUnused) {
    static const Message kFolded = PARTITA_TEXT("folded"), kUnused = PARTITA_TEXT("unused");
    return isUnused ? kUnused : kFolded;
}

const Message& goneWord(std::size_t gone, std::size_t unused) {
    static const Message kBoth = PARTITA_TEXT("folded or unused");
    return unused && unused < gone ? kBoth : goneWord(unused > 0);
}

std::string Partitioning::badge(const Partition& partition) const {
    return providerNames[partition.provider].name.substr(0, 1) + std::to_string(partition.index);
}

std::string headlineText(const std::vector<HeadlinePart>& parts) {
    std::string text;
    for (const HeadlinePart& part : parts)
        text += (text.empty() ? "" : " · ") + part.text.text();
    return text;
}

std::vector<HeadlinePart> Partitioning::headline() const {
    using Figure = HeadlinePart::Figure;
    const auto& s = summary;
    const std::string provider = providerNames[0].name, mine = grouped(s.byProvider[0]),
                      all = grouped(s.nodes), bytes = byteText(s.boundaryBytes);
    const double share = 100.0 * static_cast<double>(s.byProvider[0]) /
                         static_cast<double>(std::max<std::size_t>(s.nodes, 1));
    const std::size_t pieces = s.partitionsByProvider[0];
    std::vector<HeadlinePart> parts = {
        {Figure::nodes, s.nodes == 1 ? PARTITA_TEXT("{0} {1}/1 node ({2} %)", provider, mine,
                                                    fmt::format("{:.1f}", share))
                        : s.nodes ? PARTITA_TEXT("{0} {1}/{2} nodes ({3} %)", provider, mine, all,
                                                 fmt::format("{:.1f}", share))
                                  : PARTITA_TEXT("{0} {1}/{2} nodes", provider, mine, all)},
        {Figure::partitions, pieces == 1 ? PARTITA_TEXT("1 partition")
                                         : PARTITA_TEXT("{0} partitions", grouped(pieces))},
        {Figure::boundaryTensors,
         s.boundaryTensors == 1 ? PARTITA_TEXT("1 boundary tensor")
                                : PARTITA_TEXT("{0} boundary tensors", grouped(s.boundaryTensors))},
        {Figure::bytes, s.boundaryBytesComplete ? PARTITA_TEXT("{0} per run", bytes)
                                                : PARTITA_TEXT("{0} or more per run", bytes)}};
    if (s.folded > s.unused)
        parts.push_back({Figure::folded, PARTITA_TEXT("{0} folded", grouped(s.folded - s.unused))});
    if (s.unused)
        parts.push_back({Figure::unused, PARTITA_TEXT("{0} unused", grouped(s.unused))});
    if (s.unassigned)
        parts.push_back({Figure::unassigned, s.unassigned == 1
                                                 ? PARTITA_TEXT("1 node that no provider runs")
                                                 : PARTITA_TEXT("{0} nodes that no provider runs",
                                                                grouped(s.unassigned))});
    return parts;
}

Partitioning Partitioning::sameProviders(std::uint32_t nodeEnd) const {
    Partitioning result;
    result.providers = providers;
    result.providerNames = providerNames;
    result.learnedFrom = learnedFrom;
    result.leastRun = leastRun;
    result.verdictLists = verdictLists;
    result.partitionOf.resize(nodeEnd);
    result.verdictListOf.resize(nodeEnd);
    return result;
}

Message Partitioning::explain(NodeId node) const {
    if (const auto split = splits.find(node); split != splits.end())
        return split->second;
    const auto& all = verdicts(node);
    if (all.empty())
        return {};
    const Message& why = all.front().evidence; // of the provider of highest priority
    if ((all.front().code == ReasonCode::constantNode && !partition(node)) || isFolded(node))
        return why;
    if (const auto provider = providerOf(node))
        return PARTITA_TEXT("Runs on {0}: {1}", providerNames[*provider].name, why);
    if (all.front().code == ReasonCode::epContextSourceMismatch)
        return PARTITA_TEXT("Its own provider would run it, which is not here: {0}", why);
    return PARTITA_TEXT("Nothing runs it: {0}", why);
}

} // namespace partita
