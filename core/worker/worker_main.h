#pragma once

#include <functional>

#include "core/worker/worker_process.h"

namespace partita {

/// The page that this process shares with its owner, after it gave up writing files when it crashes
/// and signals for a channel that is closed; null: nobody started it as a worker.
WorkerPage* becomeWorker();

/// Answers requests one after the other and ends the process when there are no more.
[[noreturn]] void serveRequests(const std::function<WorkerMessage(WorkerMessage)>& answer);

} // namespace partita
