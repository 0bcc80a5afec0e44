#pragma once

#include <string_view>

#include "core/worker/worker_process.h"

namespace partita {

/// The services of a `partita-worker`; a request begins with the name of one.
inline constexpr std::string_view kLibraryService = "library", kPictureService = "picture";

/// Whether this process is to do the work of a worker itself: a program that is installed without
/// `partita-worker`, and a process that may start no other, set PARTITA_WORKER=in-process.
bool worksInProcess();

/// Has a `partita-worker` answer a request to one of its services. A worker is started when none is
/// idle, and is kept for the next request if it replied. Fails where none can be started.
Result<WorkerReply> askWorker(std::string_view service, std::vector<std::string_view> request,
                              const WorkerLimits& limits, const Progress& progress);

/// Starts a worker, so that it is ready by the time it is needed.
void startWorker();

} // namespace partita
