#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/session/model_comparison.h"

namespace partita::cli {

/// What `--against-…` answers: how far each output is from that of `other`.
nlohmann::json differencesJson(const std::vector<OutputDifference>& differences);
void printDifferences(const std::vector<OutputDifference>& differences, const std::string& other);

} // namespace partita::cli
