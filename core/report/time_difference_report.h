#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/compare/time_difference.h"

namespace partita {

/// The times of two sides, and the models that their nodes are of.
struct TimeReport {
    const TimeDifferences& times;
    const Model &a, &b;
};

/// "Conv_1 + Relu_2": what the nodes of an entry are called.
std::string timedNames(const Model& model, const std::vector<NodeId>& nodes);
/// The names on both sides, or one where they are the same or only one side has nodes.
std::string timedNames(const TimeReport& report, const TimeDifference& entry);

/// The value of the key "times" of `diff --json`.
nlohmann::json toJson(const TimeReport& report);
/// The same for a terminal: the `most` entries that changed most.
std::string timesText(const TimeReport& report, std::size_t most);
std::string timesMarkdown(const TimeReport& report);
std::string timesHtml(const TimeReport& report);

} // namespace partita
