#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace partita {

/// Runs a program found on the PATH with `input` on its standard input and returns its standard
/// output. The program may use 2 GiB of memory. It is killed, with its children, when it runs
/// longer than `limit`, prints more than 64 MiB, or the work is cancelled; each of these, and an
/// exit code other than 0, is an error.
Result<std::string> runChild(const std::vector<std::string>& command, const std::string& input,
                             std::chrono::milliseconds limit, const Progress& progress);

} // namespace partita
