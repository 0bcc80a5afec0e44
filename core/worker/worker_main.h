#pragma once

#include <functional>

#include "core/worker/worker_process.h"

namespace partita {

/// Prepares this process as a worker: no core dumps, no SIGPIPE, the first to be killed when memory
/// runs out. Returns the page that it shares with its owner; null where no owner started it.
WorkerPage* becomeWorker();

/// Answers requests in order, and ends the process when the channel is closed.
[[noreturn]] void serveRequests(const std::function<WorkerMessage(WorkerMessage)>& answer);

} // namespace partita
