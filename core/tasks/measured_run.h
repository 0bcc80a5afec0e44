#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/report/run_statistics.h"
#include "core/session/session.h"
#include "core/tasks/feeds.h"

namespace partita {

/// How often a session runs with the same inputs.
struct Repetition {
    int warmup = 0; ///< unmeasured runs before the measured ones
    int repeat = 1;
    bool bind = false; ///< inputs and outputs stay on the device between runs
};

/// The result of the measured runs.
struct MeasuredRuns {
    RunReport best; ///< timings of the fastest run, outputs of the last
    RunStatistics statistics;
};

/// Maps a node to the node that reports show in its place.
using NodeShown = std::function<NodeId(NodeId)>;

/// Runs a session on `feeds` as `repetition` says. `shown` maps nodes in the statistics; empty:
/// they stay. Nodes of `best` are the session's.
Result<MeasuredRuns> measureRuns(Session& session, const Model& model, const Feeds& feeds,
                                 const Repetition& repetition, const Progress& progress,
                                 const NodeShown& shown = {});

/// A run as the window requests it: the inputs, and how often.
struct RunRequest {
    FeedSource feeds;
    int repeat = 1;
    bool bind = false; ///< inputs and outputs stay on the device between runs
};

/// The result of a run. Its nodes are those of the given model: nodes of an inlined model-local
/// function count for the node that calls it.
struct RunResult {
    RunRequest request;
    std::shared_ptr<const Feeds> feeds;
    RunReport best; ///< the fastest run
    RunStatistics statistics;
    std::vector<MemoryStep> memory;   ///< of the main graph, in order of execution
    std::uint64_t arenaBytes = 0;     ///< over all graphs
    std::optional<double> peakFlops;  ///< measured peak of the processor, per second
    std::string trace;                ///< Chrome trace JSON of the fastest run
    std::optional<Timeline> timeline; ///< in the time of simulated devices
    Message measuredBy; ///< of a run in a real runtime, which tells no times of nodes; else empty
};
using RunResultPtr = std::shared_ptr<RunResult>;

/// Compiles the model and runs it as `request` says.
Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              Feeds feeds, const Progress& progress);

} // namespace partita
