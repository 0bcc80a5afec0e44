#include "app/cli/output_differences.h"
#include "core/base/line_text.h"

#include <iostream>

#include <nlohmann/json.hpp>

namespace partita::cli {

nlohmann::json differencesJson(const std::vector<OutputDifference>& differences) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& [name, difference] : differences)
        list.push_back({{"name", name},
                        {"comparable", difference.comparable},
                        {"max_abs", figureJson(difference.maxAbsolute)},
                        {"max_rel", figureJson(difference.maxRelative)}});
    return list;
}

namespace {

/// Whose outputs they are compared with.
std::string ownerOf(const std::string& other) {
    return other == "cpu"           ? "the CPU"
           : other == "onnxruntime" ? "ONNX Runtime's CPU provider"
                                    : "the " + other;
}

} // namespace

void printDifferences(const std::vector<OutputDifference>& differences, const std::string& other) {
    for (const auto& [name, difference] : differences)
        std::cout << (difference.comparable && difference.figures.absolute == 0
                          ? lineText("  {} equals {}'s\n", name, ownerOf(other))
                      : difference.comparable
                          ? lineText("  {} differs from {}'s by {}\n", name, ownerOf(other),
                                     differenceMessage(difference.figures).text())
                          : lineText("  {} {}\n", name, difference.problem.text()));
}

} // namespace partita::cli
