#pragma once

#include <functional>

#include "core/report/model_run.h"
#include "core/worker/worker_message.h"

namespace partita {

/// `runModel` in a `partita-runner`, a process of its own that ends with the run: a provider that
/// crashes is an error that says so, and cancelling kills it. The runner gets the model, the names
/// and options of the providers and the inputs; it reads data files of the model, and writes
/// nothing. A model whose file would be above 2 GiB cannot be given to it and runs in this process.
Result<RunResultPtr> runInWorker(const Model& model, const ProviderList& providers,
                                 const PartitionOptions& wishes, const RunRequest& request,
                                 Feeds feeds, const Progress& progress);

/// Makes providers of their ids, and of "id.option" and value.
using ProviderFactory = std::function<Result<ProviderList>(
    std::vector<std::string> ids, std::vector<std::pair<std::string, std::string>> options)>;

/// The runner's side: answers one request of `runInWorker`.
WorkerMessage serveRun(WorkerMessage request, const ProviderFactory& makeProviders,
                       const Progress& progress);

} // namespace partita
