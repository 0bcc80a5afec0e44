#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "core/report/run_statistics.h"
#include "core/session/model_comparison.h"
#include "core/session/session.h"

namespace partita {

/// What to run a model on, and how often.
struct RunRequest {
    std::uint64_t seed = 0;
    std::filesystem::path inputs; ///< an .npz file; empty: random inputs
    int repeat = 1;
    std::map<std::string, std::int64_t> sizes; ///< of symbols that random inputs need
    bool againstCpu = false;                   ///< run on the last provider alone, too, and compare
    bool bind = false; ///< inputs and outputs stay on the device between runs
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

/// Random inputs or those of the request's file.
Result<Feeds> feedsOf(const RunRequest& request, const Model& model);

/// Compiles the model and runs it as often as `request` says.
Result<RunResultPtr> runModel(const Model& model, const ProviderList& providers,
                              const PartitionOptions& wishes, const RunRequest& request,
                              Feeds feeds, const Progress& progress);

} // namespace partita
