#include "core/report/partition_report.h"
#include <algorithm>
#include <ctime>
#include <limits>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/provider/placement_label.h"
#include "core/report/boundary_counts.h"
#include "core/report/model_summary.h"
#include "core/report/triage_report.h"
#include "core/session/device_copies.h"
#include "core/session/placed_order.h"
#include "core/session/placement_difference.h"
#include "core/session/verdict_rules.h"

namespace partita {

namespace {

using nlohmann::json;

json verdictsOf(const Partitioning& partitioning, NodeId id) {
    json list = json::array();
    for (const Verdict& verdict : partitioning.verdicts(id)) {
        json each = {{"provider", partitioning.providers[verdict.provider]},
                     {"claimed", verdict.claimed},
                     {"code", reasonName(verdict.code)},
                     {"evidence", utf8(verdict.evidence.text())}};
        if (const Message rule = ruleText(verdict); !rule.empty())
            each["rule"] = rule.text();
        list.push_back(std::move(each));
    }
    return list;
}

json boundaryJson(const Model& model, const Partitioning& partitioning,
                  const CrossingTensor& crossing) {
    const auto& value = *model.value(crossing.value);
    const bool tensor = value.type && value.type->isTensor();
    const auto providerOf = [&](std::uint32_t index) {
        return partitioning.partitions[index - 1].provider;
    };
    json readers = json::array();
    for (const std::uint32_t index : crossing.to)
        readers.push_back({{"partition", index},
                           {"badge", partitioning.badge(index)},
                           {"same_provider", providerOf(index) == providerOf(crossing.from)}});
    return {{"name", utf8(value.name)},
            {"type", tensor ? json(dataTypeName(value.type->element)) : json(nullptr)},
            {"shape", tensor ? json(shapeText(value.type->shape)) : json(nullptr)},
            {"bytes", crossing.complete ? json(crossing.bytes) : json(nullptr)},
            {"copies", crossing.copies},
            {"from", crossing.from},
            {"from_badge", partitioning.badge(crossing.from)},
            {"to", crossing.to.front()},
            {"to_badge", partitioning.badge(crossing.to.front())},
            {"readers", std::move(readers)}};
}

/// A text as one field, with control characters as in JSON, so that a row is a line. A spreadsheet
/// would compute what looks like a formula, also in wide characters: such a text gets an apostrophe
/// in front, which shows it as it is.
std::string csvField(const std::string& text) {
    constexpr std::string_view kFormula[] = {"=", "+", "-", "@", "＝", "＋", "－", "＠"};
    const std::string shown = visibleText(text);
    std::string out = std::ranges::any_of(
                          kFormula, [&](std::string_view each) { return shown.starts_with(each); })
                          ? "'"
                          : "";
    const bool quoted = shown.find_first_of(",;\"") != std::string::npos;
    for (const char c : shown)
        out += c == '"' ? "\"\"" : std::string(1, c);
    return quoted ? "\"" + out + "\"" : out;
}

template <class F>
void forEachPlaced(const Model& model, const Partitioning& partitioning, F&& visit) {
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (!partitioning.verdicts(id).empty())
            visit(*node);
    });
}

/// The number of nodes of each operator, in the main graph and all bodies.
std::map<std::string, std::size_t> placedOperators(const Model& model) {
    auto operators = summarize(model).operators;
    operators.erase("Constant");
    return operators;
}

/// What became of a node: "placed", "folded", "constant" or "unassigned".
std::string_view stateOf(const Partitioning& partitioning, const Node& node) {
    return partitioning.partition(node.id)  ? "placed"
           : partitioning.isFolded(node.id) ? "folded"
           : node.is("Constant")            ? "constant"
                                            : "unassigned";
}

} // namespace

std::string optionsHtml(const ExecutionProvider& provider) {
    std::vector<ProviderOption> options = provider.options();
    std::ranges::stable_partition(
        options, [](const auto& option) { return option.value != option.defaultValue; });
    std::string out;
    static const std::string kMost = std::to_string(std::numeric_limits<std::uint64_t>::max());
    for (const ProviderOption& option : options) {
        const bool changed = option.value != option.defaultValue;
        if (!changed && option.value.empty()) // it says nothing
            continue;
        const std::string value = option.value == kMost ? "no limit" : escapedHtml(option.value);
        out +=
            fmt::format("{}{}<code>{}={}</code>{}", out.empty() ? "" : " · ", changed ? "<b>" : "",
                        escapedHtml(option.name), value, changed ? "</b>" : "");
    }
    return out.empty() ? "–" : out;
}

std::string rulesOf(const ExecutionProvider& provider) {
    for (const ProviderOption& option : provider.options())
        if (option.isDevice &&
            std::ranges::find(option.choices, option.value) == option.choices.end())
            return "of the file " + option.value;
    return "of Partita " PARTITA_VERSION;
}

std::string timeText() {
    return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(std::time(nullptr)));
}

json nodeJson(const Model& model, const Partitioning& partitioning, const Triage& judged,
              const Node& node) {
    const auto provider = partitioning.providerOf(node.id);
    const Partition* partition = partitioning.partition(node.id);
    json entry = {{"id", node.id.value},
                  {"name", utf8(node.name)},
                  {"op_type", utf8(node.opType)},
                  {"domain", utf8(node.domain)},
                  {"graph", utf8(model.graphPath(node.graph))},
                  {"state", stateOf(partitioning, node)},
                  {"provider", provider ? json(partitioning.providers[*provider]) : json(nullptr)},
                  {"partition", partition ? json(partition->index) : json(nullptr)},
                  {"why", utf8(partitioning.explain(node.id).text())},
                  {"verdicts", verdictsOf(partitioning, node.id)}};
    if (const TriagedNode* found = judged.find(node.id)) {
        entry.update(toJson(*found));
        const auto& culprits = found->root.culprits;
        entry["class"] = found->kind == TriageKind::costly ? "costly" : "harmless";
        entry["damage"] = {{"partitions", found->alone.partitions}, {"bytes", found->alone.bytes}};
        entry["culprit"] = culprits.empty() ? json(nullptr) : json(culprits.front().value);
    } else if (provider || partitioning.isFolded(node.id)) {
        entry["class"] = provider ? "first" : "folded";
    }
    return entry;
}

json toJson(const Model& model, const Partitioning& partitioning, const OptimizedModel& placed,
            const ProviderList& providers) {
    const auto& s = partitioning.summary;
    const CopyEstimate copies = estimateCopies(model, providers, partitioning);
    const Triage judged = triage(model, partitioning);
    json byProvider = json::object();
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i)
        byProvider[partitioning.providers[i]] = {{"name", partitioning.providerNames[i].full()},
                                                 {"nodes", s.byProvider[i]},
                                                 {"partitions", s.partitionsByProvider[i]}};
    json nodes = json::array(), partitions = json::array(), boundaries = json::array();
    forEachPlaced(model, partitioning, [&](const Node& node) {
        nodes.push_back(nodeJson(model, partitioning, judged, node));
    });
    const auto sizes = partitionSizes(partitioning);
    for (const Partition& partition : partitioning.partitions) {
        std::vector<std::uint32_t> ids;
        for (const NodeId id : partition.nodes)
            ids.push_back(id.value);
        partitions.push_back({{"index", partition.index},
                              {"badge", partitioning.badge(partition)},
                              {"provider", partitioning.providers[partition.provider]},
                              {"graph", utf8(model.graphPath(partition.graph))},
                              {"compiled", partition.compiled},
                              {"nodes", ids},
                              {"node_count", sizes[partition.index]}});
    }
    for (const CrossingTensor& crossing : crossingTensors(partitioning))
        boundaries.push_back(boundaryJson(model, partitioning, crossing));
    return {{"label", predictedLabel(partitioning).text()},
            {"summary",
             {{"headline", headlineTextOf(model, providers, partitioning)},
              {"nodes", s.nodes},
              {"constants", s.constants},
              {"folded", s.folded},
              {"folded_nodes", s.folded},
              {"unused", s.unused},
              {"unassigned", s.unassigned},
              {"partitions", partitioning.partitions.size()},
              {"boundary_tensors", s.boundaryTensors},
              {"boundary_bytes", s.boundaryBytes},
              {"boundary_bytes_complete", s.boundaryBytesComplete},
              {"copies", copies.copies},
              {"copy_ms", copies.seconds ? json(*copies.seconds * 1e3) : json(nullptr)},
              {"copy_ms_complete", copies.complete},
              {"fallbacks", judged.nodes.size()},
              {"costly", judged.costly},
              {"harmless", judged.harmless},
              {"costly_nodes", judged.costly},
              {"harmless_nodes", judged.joins + judged.harmless},
              {"device_partitions", headlinePartitions(partitioning)},
              {"joins", judged.joins},
              {"by_provider", byProvider}}},
            {"placed",
             {{"level", levelName(placed.level)}, {"operators", placedOperators(placed.model)}}},
            {"nodes", nodes},
            {"partitions", partitions},
            {"boundaries", boundaries},
            {"triage", groupsJson(model, judged)}};
}

std::string partitionCsv(const Model& model, const Partitioning& partitioning, const Triage& judged,
                         const std::vector<CsvColumn>& more) {
    std::string out = "id,name,op_type,domain,graph,provider,partition,why,state,triage,root,cuts,"
                      "bytes,rule,predicted_by";
    for (const CsvColumn& column : more)
        out += "," + column.title;
    out += "\n";
    const std::string label = csvField(predictedLabel(partitioning).text());
    forEachPlaced(model, partitioning, [&](const Node& node) {
        const auto provider = partitioning.providerOf(node.id);
        const Partition* partition = partitioning.partition(node.id);
        const TriagedNode* found = judged.find(node.id);
        const Damage damage = found ? found->counted() : Damage();
        out += fmt::format(
            "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}", node.id.value, csvField(node.name),
            csvField(node.opType), csvField(node.domain), csvField(model.graphPath(node.graph)),
            provider ? partitioning.providers[*provider] : "",
            partition ? partitioning.badge(*partition) : "",
            csvField(partitioning.explain(node.id).text()), stateOf(partitioning, node),
            found ? triageName(found->kind) : "", found ? rootName(found->root.kind) : "",
            std::max<std::int64_t>(0, damage.partitions), std::max<std::int64_t>(0, damage.bytes),
            csvField(ruleText(verdictOf(partitioning, node.id)).text()), label);
        for (const CsvColumn& column : more)
            out += "," + csvField(column.text(node.id));
        out += "\n";
    });
    return out;
}

} // namespace partita
