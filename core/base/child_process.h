#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

/// Runs a program found on the PATH, gives it `input` and returns what it prints. It is killed with
/// all that it started when `limit` is over, it prints more than 64 MiB or the work is cancelled,
/// and has 2 GiB of memory.
Result<std::string> runChild(const std::vector<std::string>& command, const std::string& input,
                             std::chrono::milliseconds limit, const Progress& progress);

} // namespace partita
