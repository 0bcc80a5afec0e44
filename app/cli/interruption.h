#pragma once

#include <stop_token>

namespace partita::cli {

/// Makes SIGINT and SIGTERM ask the work to stop. What has not stopped within a tenth of a second
/// (one large kernel, say) is ended from outside, but never while a file is being written.
/// Call it once, before any other thread is started.
std::stop_token stopAtSignals();

} // namespace partita::cli
