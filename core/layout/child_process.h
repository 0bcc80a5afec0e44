#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

/// Runs a program found on the PATH, gives it `input` and returns what it prints. It is killed when
/// `limit` is over or the work is cancelled.
Result<std::string> runChild(const std::vector<std::string>& command, const std::string& input,
                             std::chrono::milliseconds limit, const Progress& progress);

} // namespace partita
