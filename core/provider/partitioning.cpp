#include "core/provider/partitioning.h"

#include <fmt/format.h>

namespace partita {

namespace {

std::string displayName(const std::string& full) { return full.substr(0, full.find(" · ")); }

std::string grouped(std::size_t number) {
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3; at -= 3)
        text.insert(at - 3, ",");
    return text;
}

} // namespace

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

std::string Partitioning::badge(const Partition& partition) const {
    return displayName(providerNames[partition.provider]).substr(0, 1) +
           std::to_string(partition.index);
}

std::string Partitioning::headline() const {
    const auto& s = summary;
    const std::string bytes =
        byteText(s.boundaryBytes) + (s.boundaryBytesComplete ? "" : " or more");
    std::string text = fmt::format("{} {}/{} nodes", displayName(providerNames[0]),
                                   grouped(s.byProvider[0]), grouped(s.nodes));
    if (s.nodes)
        text += fmt::format(" ({:.1f} %)", 100.0 * static_cast<double>(s.byProvider[0]) /
                                               static_cast<double>(s.nodes));
    const auto plural = [](std::size_t n, const char* one, const char* many) {
        return grouped(n) + " " + (n == 1 ? one : many);
    };
    text += " · " + plural(s.partitionsByProvider[0], "partition", "partitions");
    text += " · " + plural(s.boundaryTensors, "boundary tensor", "boundary tensors");
    text += " · " + bytes + " per run";
    if (s.unassigned)
        text += " · " + plural(s.unassigned, "node", "nodes") + " that nothing runs";
    return text;
}

std::string Partitioning::explain(NodeId node) const {
    const auto& all = verdicts(node);
    if (all.empty())
        return {};
    if (all.front().code == ReasonCode::constantNode && !partition(node))
        return *all.front().evidence;
    const auto provider = providerOf(node);
    const std::string runsOn =
        provider ? "Runs on " + displayName(providerNames[*provider]) : "Nothing runs it";
    // Why the first choice declined or took the node.
    return runsOn + ": " + *all.front().evidence;
}

} // namespace partita
