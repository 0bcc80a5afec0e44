#pragma once

#include <stop_token>

namespace partita::cli {

/// Makes SIGINT and SIGTERM request a stop through the returned token. If the program has not ended
/// within a tenth of a second (for example inside one large kernel), a watching thread ends it, but
/// never while a file is being written. Call this once, before any other thread is started.
std::stop_token stopAtSignals();

} // namespace partita::cli
