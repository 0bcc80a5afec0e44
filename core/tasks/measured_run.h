#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "core/report/run_statistics.h"
#include "core/session/model_comparison.h"
#include "core/session/session.h"
#include "core/tasks/feeds.h"

namespace partita {

/// How often a session runs on the same inputs.
struct Repetition {
    int warmup = 0; ///< runs that are not measured
    int repeat = 1;
    bool bind = false; ///< inputs and outputs stay on the device between runs
};

/// What came of the measured runs.
struct MeasuredRuns {
    RunReport best; ///< timings of the fastest run, outputs of the last
    RunStatistics statistics;
};

/// The node that stands for another one in reports.
using NodeShown = std::function<NodeId(NodeId)>;

/// Runs a session on `feeds` as often as asked. `shown`: whom the statistics count a node for; empty:
/// for itself. Nodes of `best` are those of the session.
Result<MeasuredRuns> measureRuns(Session& session, const Model& model, const Feeds& feeds,
                                 const Repetition& repetition, const Progress& progress,
                                 const NodeShown& shown = {});

/// What the window asks for: what to run a model on, and how often.
struct RunRequest {
    FeedSource feeds;
    int repeat = 1;
    bool againstCpu = false; ///< run on the last provider alone, too, and compare
    bool bind = false;       ///< inputs and outputs stay on the device between runs
};

/// What came of it. Nodes are those of the model as it was given: what ran inside a model-local
/// function counts for its call.
struct RunResult {
    RunRequest request;
    std::shared_ptr<const Feeds> feeds;
    RunReport best; ///< the fastest run
    RunStatistics statistics;
    std::vector<MemoryStep> memory;        ///< of the main graph, in order of execution
    std::uint64_t arenaBytes = 0;          ///< of all graphs together
    std::optional<double> peakFlops;       ///< what the processor was measured to reach, per second
    std::string trace;                     ///< Chrome trace JSON of the fastest run
    std::optional<Timeline> timeline;      ///< by the clocks of simulated devices
    std::vector<OutputDifference> fromCpu; ///< where it was asked for
};
using RunResultPtr = std::shared_ptr<RunResult>;

/// Compiles the model and runs it as often as `request` says.
Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              Feeds feeds, const Progress& progress);

} // namespace partita
