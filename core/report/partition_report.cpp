#include "core/report/partition_report.h"
#include "core/base/count_text.h"
#include "core/base/escaped_text.h"

#include <algorithm>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/report/model_summary.h"
#include "core/report/triage_report.h"
#include "core/session/placed_order.h"

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
        if (verdict.place)
            each["rule"] = *verdict.place;
        list.push_back(std::move(each));
    }
    return list;
}

json boundaryJson(const Model& model, const Partitioning& partitioning,
                  const BoundaryTensor& boundary) {
    const auto& value = *model.value(boundary.value);
    const bool tensor = value.type && value.type->isTensor();
    return {{"name", utf8(value.name)},
            {"type", tensor ? json(dataTypeName(value.type->element)) : json(nullptr)},
            {"shape", tensor ? json(shapeText(value.type->shape)) : json(nullptr)},
            {"bytes", boundary.bytes ? json(*boundary.bytes) : json(nullptr)},
            {"from", boundary.from},
            {"to", boundary.to},
            {"same_provider", boundary.sameProvider},
            {"from_badge", partitioning.badge(boundary.from)},
            {"to_badge", partitioning.badge(boundary.to)}};
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string out = "\"";
    for (const char c : text)
        out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
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

/// The options of a provider, those that were changed first and marked.
std::string optionsHtml(const ExecutionProvider& provider) {
    std::vector<ProviderOption> options = provider.options();
    std::ranges::stable_partition(
        options, [](const auto& option) { return option.value != option.defaultValue; });
    std::string out;
    for (const ProviderOption& option : options) {
        const bool changed = option.value != option.defaultValue;
        out +=
            fmt::format("{}{}<code>{}={}</code>{}", out.empty() ? "" : " · ", changed ? "<b>" : "",
                        escapedHtml(option.name), escapedHtml(option.value), changed ? "</b>" : "");
    }
    return out.empty() ? "–" : out;
}

/// The rules by which a provider judges: those of this program, or a profile that the user wrote.
std::string rulesOf(const ExecutionProvider& provider) {
    for (const ProviderOption& option : provider.options())
        if (option.name == "device" &&
            std::ranges::find(option.choices, option.value) == option.choices.end())
            return "of the file " + option.value;
    return "of Partita " PARTITA_VERSION;
}

std::string sourceHtml(const ReportSource& source) {
    std::string out = fmt::format(
        "<p>{}Partita " PARTITA_VERSION " · predicted by rules, not measured</p>\n<table><tr>"
        "<th>Provider<th>Device<th>Rules<th>Options (changed ones first, in bold)</tr>\n",
        source.time.empty() ? "" : escapedHtml(source.time) + " · ");
    for (const ProviderPtr& provider : source.providers) {
        const ProviderInfo info = provider->info();
        out += fmt::format("<tr><td>{}<td>{}<td>{}<td>{}</tr>\n", escapedHtml(info.displayName),
                           escapedHtml(info.device), escapedHtml(rulesOf(*provider)),
                           optionsHtml(*provider));
    }
    return out + "</table>\n";
}

std::string partitionsHtml(const Model& model, const Partitioning& partitioning) {
    std::string out = "<h2>Partitions</h2>\n<table><tr><th>Part<th>Provider<th "
                      "class=\"number\">Nodes<th>Run<th>Graph</tr>\n";
    const auto sizes = partitionSizes(partitioning);
    for (const Partition& partition : partitioning.partitions)
        out += fmt::format("<tr><td>{}<td>{}<td class=\"number\">{}<td>{}<td>{}</tr>\n",
                           partitioning.badge(partition),
                           escapedHtml(partitioning.providerNames[partition.provider]),
                           grouped(sizes[partition.index]),
                           partition.compiled ? "as one piece" : "kernel by kernel",
                           escapedHtml(model.graphPath(partition.graph)));
    return out + "</table>\n";
}

/// What became of a node: "placed", "folded", "constant" or "unassigned".
std::string_view stateOf(const Partitioning& partitioning, const Node& node) {
    return partitioning.partition(node.id)  ? "placed"
           : partitioning.isFolded(node.id) ? "folded"
           : node.is("Constant")            ? "constant"
                                            : "unassigned";
}

} // namespace

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
    if (const TriagedNode* found = judged.find(node.id))
        entry.update(toJson(*found));
    return entry;
}

json toJson(const Model& model, const Partitioning& partitioning, const OptimizedModel& placed) {
    const auto& s = partitioning.summary;
    const Triage judged = triage(model, partitioning);
    json byProvider = json::object();
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i)
        byProvider[partitioning.providers[i]] = {{"name", partitioning.providerNames[i]},
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
    for (const BoundaryTensor& boundary : partitioning.boundaries)
        boundaries.push_back(boundaryJson(model, partitioning, boundary));
    return {{"summary",
             {{"headline", partitioning.headlineText()},
              {"nodes", s.nodes},
              {"constants", s.constants},
              {"folded", s.folded},
              {"unassigned", s.unassigned},
              {"partitions", partitioning.partitions.size()},
              {"boundary_tensors", s.boundaryTensors},
              {"boundary_bytes", s.boundaryBytes},
              {"boundary_bytes_complete", s.boundaryBytesComplete},
              {"fallbacks", judged.nodes.size()},
              {"costly", judged.costly},
              {"harmless", judged.joins + judged.harmless},
              {"joins", judged.joins},
              {"by_provider", byProvider}}},
            {"placed",
             {{"level", levelName(placed.level)}, {"operators", placedOperators(placed.model)}}},
            {"nodes", nodes},
            {"partitions", partitions},
            {"boundaries", boundaries},
            {"triage", groupsJson(model, judged)}};
}

std::string partitionCsv(const Model& model, const Partitioning& partitioning) {
    std::string out = "id,name,op_type,domain,graph,provider,partition,why\n";
    forEachPlaced(model, partitioning, [&](const Node& node) {
        const auto provider = partitioning.providerOf(node.id);
        const Partition* partition = partitioning.partition(node.id);
        out += fmt::format("{},{},{},{},{},{},{},{}\n", node.id.value, csvField(node.name),
                           csvField(node.opType), csvField(node.domain),
                           csvField(model.graphPath(node.graph)),
                           provider ? partitioning.providers[*provider] : "",
                           partition ? partitioning.badge(*partition) : "",
                           csvField(partitioning.explain(node.id).text()));
    });
    return out;
}

std::string partitionHtml(const Model& model, const Partitioning& partitioning,
                          const ReportSource& source) {
    std::string out =
        fmt::format(R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{0}</title>
<style>
body{{font:14px system-ui,sans-serif;color:#1b1e23;background:#fff;margin:24px;max-width:1200px}}
h1{{font-size:18px}} h2{{font-size:14px;margin-top:24px}} p.head{{font-weight:600}}
table{{border-collapse:collapse;width:100%}} th,td{{text-align:left;padding:4px 8px;border-bottom:1px solid #e1e4e9;vertical-align:top}}
th{{background:#f7f8fa}} code{{font-size:12px}} .number{{text-align:right}}
</style>
<h1>{0}</h1>
<p class="head">{1}</p>
)",
                    escapedHtml(source.file), escapedHtml(partitioning.headlineText()));
    out += sourceHtml(source) + partitionsHtml(model, partitioning);
    out += "<h2>Nodes that the first provider does not "
           "run</h2>\n<table><tr><th>Node<th>Operator<th>Part<th>Why</tr>\n";
    forEachPlaced(model, partitioning, [&](const Node& node) {
        const Partition* partition = partitioning.partition(node.id);
        if (node.is("Constant") || partitioning.isFolded(node.id) ||
            (partition && partition->provider == 0))
            return;
        out += fmt::format("<tr><td><code>{}</code><td>{}<td>{}<td>{}</tr>\n",
                           escapedHtml(node.label()), escapedHtml(node.opType),
                           partition ? partitioning.badge(*partition) : "–",
                           escapedHtml(partitioning.explain(node.id).text()));
    });
    out += "</table>\n<h2>Boundary tensors</h2>\n<table><tr><th>Tensor<th>Type<th>From<th>To<th "
           "class=\"number\">Bytes</tr>\n";
    for (const BoundaryTensor& boundary : partitioning.boundaries) {
        const auto& value = *model.value(boundary.value);
        out +=
            fmt::format("<tr><td><code>{}</code><td>{}<td>{}<td>{}<td class=\"number\">{}</tr>\n",
                        escapedHtml(value.name), value.type ? escapedHtml(value.type->text()) : "?",
                        partitioning.badge(boundary.from), partitioning.badge(boundary.to),
                        boundary.sameProvider ? "stays"
                        : boundary.bytes      ? byteText(*boundary.bytes)
                                              : byteText(boundary.bytesPerSymbol) + " per symbol");
    }
    return out + "</table>\n</html>\n";
}

} // namespace partita
