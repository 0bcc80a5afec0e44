#pragma once

#include "core/tasks/runs/measured_run.h"
#include "core/worker/worker_message.h"

namespace partita {

struct RunnerTools;

/// Like `runModel`, but in a `partita-runner` process.
Result<RunResultPtr> runInWorker(const Model& model, const ProviderList& providers,
                                 const PartitionOptions& wishes, const RunRequest& request,
                                 Feeds feeds, const Progress& progress);

/// A result as the parts of an answer, and back, with the nodes of the model that the runner read.
/// What was requested is not packed. Unpacking fails for a timeline whose tasks name streams or tasks
/// that it has not.
WorkerMessage packResult(RunResult& result);
Result<RunResultPtr> unpackResult(WorkerMessage parts);

/// The runner's side: answers a request of `runInWorker`.
Result<WorkerMessage> serveRun(WorkerMessage parts, const RunnerTools& tools,
                               const Progress& progress);

} // namespace partita
