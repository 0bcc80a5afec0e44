#pragma once

#include <memory>
#include <optional>

#include "core/report/run_statistics.h"
#include "core/session/session.h"
#include "core/tasks/runs/feeds.h"

namespace partita {

/// A run as it is requested: the inputs, how often, and what is told of it.
struct RunRequest {
    FeedSource feeds;
    int repeat = 1;            ///< measured runs
    bool bind = false;         ///< inputs and outputs stay on the device between runs
    std::optional<int> warmup; ///< unmeasured runs before them; nothing: as `warmupRuns` decides
    bool peak = true;          ///< also measures the peak of the processor
    bool trace = true;         ///< also makes the trace of the fastest run

    /// The unmeasured runs. The first run also packs weights and plans memory, so that it is not
    /// measured if there are others.
    [[nodiscard]] int warmupRuns() const { return warmup.value_or(repeat > 1 ? 1 : 0); }
};

/// The result of a run. Its nodes are those of the given model: nodes of an inlined model-local
/// function count for the node that calls it, unless those of the session are asked for.
struct RunResult {
    RunRequest request;
    std::shared_ptr<const Feeds> feeds;
    RunReport best; ///< timings of the fastest run, outputs of the last
    RunStatistics statistics;
    std::vector<MemoryStep> memory;   ///< of the main graph, in order of execution
    std::uint64_t arenaBytes = 0;     ///< over all graphs
    std::optional<double> peakFlops;  ///< measured peak of the processor, per second, if wished
    std::string trace;                ///< Chrome trace JSON of the fastest run, if wished
    std::optional<Timeline> timeline; ///< in the time of simulated devices
    Message measuredBy; ///< of a run in a real runtime, which tells no times of nodes; else empty
};
using RunResultPtr = std::shared_ptr<RunResult>;

/// Compiles the model and runs it as `request` says.
Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              Feeds feeds, const Progress& progress);

/// Whose nodes a result tells of.
enum class NodesOf {
    model,   ///< the given one
    session, ///< its model, in which functions are inlined: each of their nodes by itself
};

/// The same in a session that is made of `model` and `providers` already.
Result<RunResultPtr> runInSession(Session& session, const Model& model,
                                  const ProviderList& providers, const RunRequest& request,
                                  Feeds feeds, NodesOf nodes, const Progress& progress);

} // namespace partita
