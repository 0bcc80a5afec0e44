#include "app/cli/output_differences.h"

#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace partita::cli {

nlohmann::json toJson(const std::vector<OutputDifference>& differences) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& [name, difference] : differences)
        list.push_back({{"name", name},
                        {"comparable", difference.comparable},
                        {"max_abs", figureJson(difference.maxAbsolute)},
                        {"max_rel", figureJson(difference.maxRelative)}});
    return list;
}

void print(const std::vector<OutputDifference>& differences, const std::string& other) {
    for (const auto& [name, difference] : differences)
        std::cout << (difference.comparable
                          ? fmt::format("  {} differs from the {}'s by {}\n", name,
                                        other == "cpu" ? "CPU" : other,
                                        differenceMessage(difference.figures).text())
                          : fmt::format("  {} {}\n", name, difference.problem));
}

} // namespace partita::cli
