#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/compare/time_difference.h"

namespace partita {

/// Two models, their differences and what they are called.
struct DifferenceReport {
    const Model &a, &b;
    const ModelDifferences& differences;
    std::string nameA, nameB;
    std::vector<std::string> notes{};       ///< what must be said of the sides, a line each
    const TimeDifferences* times = nullptr; ///< where both sides tell times of nodes
};

/// The differences as JSON, with the keys of docs/command-line-json.md.
nlohmann::json toJson(const DifferenceReport& report);
/// The differences in groups, for a terminal: at most `names` nodes of each group are named.
std::string differenceText(const DifferenceReport& report, std::size_t names = 3);
/// The same as Markdown, all nodes named.
std::string differenceMarkdown(const DifferenceReport& report);
/// A self-contained HTML page; `date` is printed as it is.
std::string differenceHtml(const DifferenceReport& report, const std::string& date);

} // namespace partita
