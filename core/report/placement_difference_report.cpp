#include "core/report/placement_difference_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/escaped_text.h"
#include "core/base/line_text.h"

namespace partita {

namespace {

using nlohmann::json;

json pair(const PlacementDifference::Count& count) {
    return {{"before", count.before}, {"after", count.after}};
}

std::string changedCount(const PlacementDifference::Count& count, const char* one,
                         const char* many) {
    return count.text() + " " + (count.after == 1 ? one : many);
}

} // namespace

json toJson(const Model& model, const PlacementDifference& difference) {
    json byProvider = json::object(), moved = json::array();
    for (const auto& provider : difference.providers)
        byProvider[provider.id] = {{"name", provider.shown.full()},
                                   {"nodes", pair(provider.nodes)},
                                   {"partitions", pair(provider.partitions)}};
    const auto idOrNull = [](const std::string& id) { return id.empty() ? json() : json(id); };
    for (const auto& each : difference.moved) {
        const auto& node = model.node(each.node);
        moved.push_back({{"id", each.node.value},
                         {"name", node ? utf8(node->name) : ""},
                         {"op_type", node ? utf8(node->opType) : ""},
                         {"from", idOrNull(each.from)},
                         {"to", idOrNull(each.to)}});
    }
    return {{"headline", difference.headlineText()},
            {"partitions", pair(difference.partitions)},
            {"boundary_tensors", pair(difference.boundaryTensors)},
            {"boundary_bytes", pair(difference.boundaryBytes)},
            {"boundary_bytes_complete", difference.bytesComplete()},
            {"unassigned", pair(difference.unassigned)},
            {"by_provider", byProvider},
            {"moved", moved}};
}

std::string differenceText(const PlacementDifference& difference) {
    std::string text = lineText("{}\n", difference.headlineText());
    for (const auto& provider : difference.providers)
        text += lineText("  {:<24}{} · {}\n", provider.shown.full(),
                         changedCount(provider.nodes, "node", "nodes"),
                         changedCount(provider.partitions, "partition", "partitions"));
    return text;
}

} // namespace partita
