#include <cmath>

#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/report/placement_difference_report.h"
#include "core/tasks/remedies/remedies.h"

namespace partita {

namespace {

using nlohmann::json;

json pair(const PlacementDifference::Count& count) {
    return {{"before", count.before}, {"after", count.after}};
}

} // namespace

json toJson(const Remedies& remedies) {
    json list = json::array(), bounds = json::array();
    for (const Remedy& remedy : remedies.list) {
        json changes = json::array();
        for (const ScenarioChange& change : remedy.changes)
            changes.push_back(toJson(change));
        json nodes = json::array();
        for (const NodeId node : remedy.nodes)
            nodes.push_back(node.value);
        list.push_back(
            {{"text", utf8(remedy.text().text())},
             {"changes", changes},
             {"passes", remedy.passes},
             {"opset", remedy.opset ? json(remedy.opset) : json()},
             {"assumed_nodes", remedy.assumed},
             {"nodes_left_to_last", remedy.moreOnLast},
             {"device_nodes", pair(remedy.onDevices)},
             {"partitions", pair(remedy.difference.partitions)},
             {"device_partitions", pair(remedy.difference.ofFirst)},
             {"boundary_tensors", pair(remedy.difference.boundaryTensors)},
             {"boundary_bytes", pair(remedy.difference.boundaryBytes)},
             {"seconds_saved", remedy.secondsSaved ? json(*remedy.secondsSaved) : json()},
             {"copy_seconds_saved",
              remedy.copySecondsSaved ? json(*remedy.copySecondsSaved) : json()},
             {"command", remedy.command().empty() ? json() : json(remedy.command())},
             {"nodes", nodes}});
    }
    for (const Remedies::Bound& bound : remedies.bounds)
        bounds.push_back({{"provider", bound.provider},
                          {"operators", bound.operators},
                          {"partitions", bound.partitions},
                          {"device_partitions", bound.ofFirst ? json(*bound.ofFirst) : json()}});
    return {{"goal", remedies.goal == RemedyGoal::nodesOnDevices ? "device_nodes" : "partitions"},
            {"partitions", remedies.partitions},
            {"device_partitions", remedies.ofFirst},
            {"remedies", list},
            {"exact", remedies.exact},
            {"bounds", bounds},
            {"fewest_passes", remedies.fewestPasses},
            {"tried", remedies.tried},
            {"left_out", remedies.leftOut},
            {"why_none", remedies.list.empty() ? json(utf8(remedies.whyNone.text())) : json()}};
}

json suggestionsJson(const Remedies& remedies) {
    json list = json::array();
    for (const Remedy& remedy : remedies.list)
        list.push_back({{"change", utf8(remedy.text().text())},
                        {"partitions", remedy.difference.partitions.after},
                        {"device_partitions", remedy.difference.ofFirst.after},
                        {"device_nodes", remedy.onDevices.after},
                        {"boundary_bytes", remedy.difference.boundaryBytes.after}});
    return list;
}

std::string effectText(const Remedy& remedy) {
    const std::string gained = remedy.devicesText().text();
    return gained + (gained.empty() ? "" : " · ") + remedy.difference.headlineText();
}

std::string remediesText(const Remedies& remedies) {
    std::string text = lineText("what would help: {}, {} in all\n",
                                countText(remedies.ofFirst, "partition", "partitions"),
                                grouped(remedies.partitions));
    if (remedies.list.empty())
        text += lineText("  nothing helps further: {}\n", remedies.whyNone.text());
    for (std::size_t i = 0; i < remedies.list.size(); ++i) {
        const Remedy& remedy = remedies.list[i];
        text +=
            lineText("  {:>2}. {}\n      {}\n", i + 1, remedy.text().text(), effectText(remedy));
        for (const Message& each : remedy.notCarried)
            text += lineText("      not carried over: {}\n", each.text());
        if (remedy.moreOnLast)
            text += lineText("      leaves {} to the last provider\n",
                             countText(remedy.moreOnLast, "more node", "more nodes"));
        if (remedy.fewerOnDevices() > remedy.moreOnLast)
            text += lineText("      {} → {} nodes on the devices\n", remedy.onDevices.before,
                             remedy.onDevices.after);
        if (std::abs(remedy.secondsSaved.value_or(0)) >= 1e-9)
            text += lineText("      {} {:.3g} ms per run (simulated)\n",
                             *remedy.secondsSaved < 0 ? "costs" : "saves",
                             std::abs(*remedy.secondsSaved) * 1e3);
        else if (remedy.copySecondsSaved)
            text += lineText("      saves {:.3g} ms or more of copies per run (simulated)\n",
                             *remedy.copySecondsSaved * 1e3);
        if (const std::string command = remedy.command(); !command.empty())
            text += lineText("      {}\n", command);
    }
    for (const Message& each : remedies.certainty())
        text += lineText("  {}\n", each.text());
    return text;
}

} // namespace partita
