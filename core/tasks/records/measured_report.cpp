#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/report/partition_report.h"
#include "core/tasks/records/prediction_check.h"

namespace partita {

namespace {

using nlohmann::json;

constexpr std::size_t kMostLines = 40;

json nodeJson(const Model& model, const Node& node) {
    return {{"id", node.id.value},
            {"name", utf8(node.name)},
            {"op_type", utf8(node.opType.str())},
            {"graph", utf8(model.graphPath(node.graph))}};
}

json placedJson(const Model& model, const MeasuredPlacement& measured) {
    json list = json::array();
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto& place = measured.place(id);
        if (!place)
            return;
        json entry = nodeJson(model, *node);
        entry["provider"] = utf8(measured.providers[place->provider]);
        if (place->part)
            entry["part"] = *place->part + 1;
        if (place->microseconds)
            entry["microseconds"] = *place->microseconds;
        list.push_back(std::move(entry));
    });
    return list;
}

/// Appends `line(i)` for each of `count`, up to a limit.
template <class Line>
void appendLines(std::string& text, const std::string& title, std::size_t count, Line&& line) {
    if (count == 0)
        return;
    text += title;
    for (std::size_t i = 0; i < std::min(count, kMostLines); ++i)
        text += "  " + line(i) + "\n";
    if (count > kMostLines)
        text +=
            fmt::format("  … and {} more; --json has all of them\n", grouped(count - kMostLines));
}

json notesJson(const MeasuredPlacement& measured) {
    json notes = json::array();
    for (const Message& note : measured.notes)
        notes.push_back(utf8(note.text()));
    return notes;
}

} // namespace

json toJson(const Model& model, const MeasuredPlacement& measured) {
    json unmatched = json::array(), untold = json::array();
    for (const auto& each : measured.unmatched)
        unmatched.push_back({{"name", utf8(each.node.name)},
                             {"op_type", utf8(each.node.op)},
                             {"provider", utf8(each.provider)},
                             {"why", utf8(each.why.text())}});
    for (const NodeId id : measured.untold)
        untold.push_back(nodeJson(model, *model.node(id)));
    json providers = json::array(), times = json::object();
    for (std::size_t i = 0; i < measured.providers.size(); ++i) {
        providers.push_back(utf8(measured.providers[i]));
        if (measured.microseconds[i])
            times[utf8(measured.providers[i])] = *measured.microseconds[i];
    }
    return {{"label", utf8(measured.label.text())},
            {"providers", std::move(providers)},
            {"microseconds", std::move(times)},
            {"matched", measured.matched},
            {"nodes", placedJson(model, measured)},
            {"unmatched", std::move(unmatched)},
            {"untold", std::move(untold)},
            {"notes", notesJson(measured)},
            {"doubts", measured.doubts}};
}

std::string notesText(const MeasuredPlacement& measured) {
    std::string text;
    for (std::size_t i = 0; i < measured.notes.size(); ++i)
        text += lineText("{}: {}\n", i < measured.doubts ? "warning" : "note",
                         measured.notes[i].text());
    return text;
}

std::string measuredText(const Model& model, const MeasuredPlacement& measured) {
    std::vector<std::size_t> nodes(measured.providers.size());
    for (const auto& place : measured.places)
        if (place)
            ++nodes[place->provider];
    std::string text = lineText("{}\n", measured.label.text());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        text += lineText("  {:<32}{:>8} {:<5}{}\n", measured.providers[i], grouped(nodes[i]),
                         nodes[i] == 1 ? "node" : "nodes",
                         measured.microseconds[i]
                             ? fmt::format("{:>12.3f} ms", *measured.microseconds[i] / 1000)
                             : "");
    text += notesText(measured);
    appendLines(text,
                countText(measured.unmatched.size(), "node", "nodes") +
                    " of the record that cannot be told in the model:\n",
                measured.unmatched.size(), [&](std::size_t i) {
                    const auto& each = measured.unmatched[i];
                    return lineText("{} '{}' on {}: {}", each.node.op, each.node.name,
                                    each.provider, each.why.text());
                });
    appendLines(text,
                countText(measured.untold.size(), "node", "nodes") +
                    " of the model that the record does not tell of:\n",
                measured.untold.size(), [&](std::size_t i) {
                    const Node& node = *model.node(measured.untold[i]);
                    return lineText("{:<20} {}", node.opType.str(), node.label());
                });
    return text;
}

void addMeasured(json& report, const CheckedPlacement& measured) {
    const MeasuredPlacement& placement = *measured.placement;
    const PredictionCheck& check = measured.check;
    json providers = json::array();
    for (const std::string& provider : placement.providers)
        providers.push_back(utf8(provider));
    report["measured"] = {{"label", utf8(placement.label.text())},
                          {"providers", std::move(providers)},
                          {"agree", check.agree},
                          {"differ", check.differ},
                          {"not_compared", check.folded + check.untold + check.added},
                          {"unmatched", placement.unmatched.size()},
                          {"notes", notesJson(placement)},
                          {"doubts", placement.doubts}};
    for (json& entry : report["nodes"]) {
        const NodeId node{entry["id"].get<std::uint32_t>()};
        const std::string on = utf8(measuredOn(placement, node));
        entry["measured"] = on.empty() ? json(nullptr) : json(on);
        entry["check"] = nameOf(check.kind(node));
    }
}

std::string placementCsv(const Model& model, const Partitioning& partitioning, const Triage& judged,
                         const CheckedPlacement* measured) {
    std::vector<CsvColumn> columns;
    if (measured) {
        const MeasuredPlacement& placement = *measured->placement;
        columns = {{"measured", [&](NodeId node) { return measuredOn(placement, node); }},
                   {"check", [&](NodeId node) { return nameOf(measured->check.kind(node)); }},
                   {"measured_by", [&](NodeId) { return placement.label.text(); }}};
    }
    return partitionCsv(model, partitioning, judged, columns);
}

} // namespace partita
