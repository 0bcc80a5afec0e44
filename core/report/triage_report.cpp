#include "core/report/triage_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/session/device_copies.h"

namespace partita {

namespace {

using nlohmann::json;

constexpr std::size_t kMostGroups = 40, kMostNodes = 40;

json damageJson(const Damage& damage) {
    return {{"partitions", damage.partitions}, {"bytes", damage.bytes}, {"nodes", damage.nodes}};
}

/// "28 costly, 1 joins": of a group, or of all nodes.
template <class Counted> std::string kindsText(const Counted& of) {
    std::string text;
    for (const auto& [count, name] : {std::pair(of.costly, "costly"), std::pair(of.joins, "joins"),
                                      std::pair(of.harmless, "harmless")})
        if (count)
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), name);
    return text;
}

std::string groupsText(const Triage& triage) {
    std::string out = lineText("\n  {:>6} {:>6} {:>10}  {}\n", "nodes", "cuts", "moves", "why");
    for (std::size_t i = 0; i < triage.groups.size() && i < kMostGroups; ++i) {
        const TriageGroup& group = triage.groups[i];
        out += lineText("  {:>6} {:>6} {:>10}  {:<40} {}\n", grouped(group.nodes.size()),
                        savedPartitions(group.damage.partitions), savedBytes(group.damage.bytes),
                        groupTitle(group),
                        kindsText(group) + (group.others ? "; " : "") + aroundText(group).text());
    }
    if (triage.groups.size() > kMostGroups)
        out += lineText("  … and {}; --json has all of them\n",
                        countText(triage.groups.size() - kMostGroups, "more group", "more groups"));
    return out;
}

/// A figure of every placement, whatever the providers.
struct Figure {
    std::string_view name;
    std::uint64_t (*of)(const Partitioning&, const Triage&);
};
constexpr Figure kFigures[] = {
    {"nodes", [](auto& p, auto&) -> std::uint64_t { return p.summary.nodes; }},
    {"partitions", [](auto& p, auto&) -> std::uint64_t { return p.partitions.size(); }},
    {"boundary_tensors", [](auto& p, auto&) -> std::uint64_t { return p.summary.boundaryTensors; }},
    {"boundary_bytes", [](auto& p, auto&) -> std::uint64_t { return p.summary.boundaryBytes; }},
    {"folded", [](auto& p, auto&) -> std::uint64_t { return p.summary.folded; }},
    {"unassigned", [](auto& p, auto&) -> std::uint64_t { return p.summary.unassigned; }},
    {"fallbacks", [](auto&, auto& t) -> std::uint64_t { return t.nodes.size(); }},
    {"costly", [](auto&, auto& t) -> std::uint64_t { return t.costly; }},
    {"joins", [](auto&, auto& t) -> std::uint64_t { return t.joins; }},
    {"harmless", [](auto&, auto& t) -> std::uint64_t { return t.harmless; }}};

} // namespace

std::string savedBytes(std::int64_t bytes) {
    return bytes > 0 ? byteText(static_cast<std::uint64_t>(bytes)) : "–";
}

std::string savedPartitions(std::int64_t count) {
    return count > 0 ? grouped(static_cast<std::uint64_t>(count)) : "–";
}

std::vector<std::string> placementFigures(const std::vector<std::string>& providers) {
    std::vector<std::string> names;
    for (const Figure& figure : kFigures)
        names.emplace_back(figure.name);
    for (const std::string& provider : providers) {
        names.push_back(provider + "-nodes");
        names.push_back(provider + "-partitions");
    }
    return names;
}

double placementFigure(const Partitioning& partitioning, const Triage& triage,
                       std::string_view name) {
    const auto& s = partitioning.summary;
    for (const Figure& figure : kFigures)
        if (figure.name == name)
            return static_cast<double>(figure.of(partitioning, triage));
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i) {
        if (name == partitioning.providers[i] + "-nodes")
            return static_cast<double>(s.byProvider[i]);
        if (name == partitioning.providers[i] + "-partitions")
            return static_cast<double>(s.partitionsByProvider[i]);
    }
    return 0;
}

std::string groupTitle(const TriageGroup& group) {
    const std::string domain =
        group.domain.empty() || group.domain == "ai.onnx" ? "" : group.domain + ".";
    return fmt::format("{}{} · {}", domain, group.opType, reasonName(group.code));
}

Message aroundText(const TriageGroup& group) {
    return group.others == 0   ? Message()
           : group.others == 1 ? PARTITA_TEXT("with 1 node around them")
                               : PARTITA_TEXT("with {0} nodes around them", grouped(group.others));
}

Message cutText(const Partitioning& partitioning, const TriagedNode& node) {
    const Partition* partition = judgedIn(partitioning).partition(node.part);
    if (node.counted().partitions > 0 && node.before && node.after) {
        const std::string sides =
            partitioning.badge(node.before) + " | " + partitioning.badge(node.after);
        return node.onlyTogether() ? PARTITA_TEXT("{0}, not alone", sides) : Message(sides);
    }
    return node.kind == TriageKind::joins && partition
               ? PARTITA_TEXT("in {0}", partitioning.badge(*partition))
               : Message(std::string("–"));
}

std::string triageText(const Model& model, const ProviderList& providers,
                       const Partitioning& partitioning, const Triage& triage) {
    std::string out = lineText("{}\n", headlineTextOf(model, providers, partitioning));
    if (triage.nodes.empty())
        return out + lineText("{} runs every node that is placed\n",
                              partitioning.providerNames.front().full());
    const std::size_t count = triage.nodes.size();
    out += lineText("{} not on {}: {}\n", countText(count, "node is", "nodes are"),
                    partitioning.providerNames.front().full(), kindsText(triage));
    out += groupsText(triage) + "\n";
    for (std::size_t i = 0; i < count && i < kMostNodes; ++i) {
        const TriagedNode& each = triage.nodes[i];
        const Node& node = *judgedIn(model, partitioning).node(each.part);
        const Partition* partition = judgedIn(partitioning).partition(each.part);
        out += lineText("  {:<8} {:<5} {:<16} {}  {}; {}\n", triageName(each.kind),
                        partition ? partitioning.badge(*partition) : "–", node.opType.str(),
                        node.label(), each.reason.text(), each.root.text.text());
    }
    if (count > kMostNodes)
        out += lineText("  … and {} more; --json has all of them\n", grouped(count - kMostNodes));
    return out;
}

std::string triageText(const Model& model, const Partitioning& partitioning, const Triage& triage,
                       NodeId node) {
    const TriagedNode* found = triage.find(node);
    if (!found)
        return {};
    std::string out =
        lineText("  root    {}  [{}]\n", found->root.text.text(), rootName(found->root.kind));
    for (const NodeId culprit : found->root.culprits)
        out += lineText("          {} (node {}): {}\n", model.node(culprit)->label(), culprit.value,
                        partitioning.explain(culprit).text());
    return out + lineText("  triage  {}: {}\n", triageName(found->kind), found->reason.text());
}

json groupsJson(const Model& model, const Triage& triage) {
    json list = json::array();
    for (const TriageGroup& group : triage.groups) {
        json nodes = json::array();
        for (const std::size_t i : group.nodes)
            nodes.push_back(model.node(triage.nodes[i].node)->id.value);
        list.push_back({{"code", reasonName(group.code)},
                        {"op_type", utf8(group.opType)},
                        {"domain", utf8(group.domain)},
                        {"nodes", nodes},
                        {"costly", group.costly},
                        {"harmless", group.harmless},
                        {"joins", group.joins},
                        {"damage", damageJson(group.damage)}});
    }
    return list;
}

json toJson(const TriagedNode& node) {
    json culprits = json::array();
    for (const NodeId culprit : node.root.culprits)
        culprits.push_back(culprit.value);
    return {{"triage",
             {{"kind", triageName(node.kind)},
              {"reason", utf8(node.reason.text())},
              {"damage", damageJson(node.alone)},
              {"stretch",
               {{"nodes", node.stretch},
                {"damage", damageJson(node.together)},
                {"before", node.before ? json(node.before) : json(nullptr)},
                {"after", node.after ? json(node.after) : json(nullptr)}}}}},
            {"root",
             {{"kind", rootName(node.root.kind)},
              {"text", utf8(node.root.text.text())},
              {"culprits", culprits}}}};
}

} // namespace partita
