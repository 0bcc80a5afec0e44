#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/cli/feed_arguments.h"
#include "app/cli/scenario_arguments.h"
#include "core/report/timeline_report.h"
#include "core/session/model_comparison.h"
#include "core/session/session.h"
#include "core/tasks/measured_run.h"
#include "providers/npu/compiler/device_program.h"
#include "providers/npu/simulator/simulator.h"

namespace partita::cli {

/// The options of `run`.
struct RunCommand {
    std::string model, source, outputs, compare, executor, profile, timeline;
    double rtol = 1e-3, atol = 1e-5;
    int repeat = 1, warmup = 0, threads = 0;
    bool force = false, stages = false, againstCpu = false, againstReference = false,
         reference = false, bind = false;
    std::size_t kernels = 0;
    std::vector<std::string> values;
    FeedArguments feeds;
    PartitionArguments arguments;
    ScenarioArguments scenario;
};

/// A model with its session and inputs, ready to run.
struct Prepared {
    ProviderList providers;
    Model model;
    std::unique_ptr<Session> session;
    Feeds feeds;
    double createMs = 0;
    UnderScenario under;
};

/// The result of `--compare`.
struct Comparison {
    bool passed = true;
    double maxAbsolute = 0, maxRelative = 0;
    Figures figures; ///< of the worst output
    std::vector<std::string> problems;
};

/// The comparison with another run on the same inputs.
struct OtherRun {
    std::string name; ///< who ran it: "cpu" or "reference"
    std::vector<OutputDifference> differences;
};

/// The results of the runs and of everything that the options ask about them.
struct Outcome {
    MeasuredRuns runs;
    std::optional<double> peak; ///< floating-point operations per second
    std::optional<Timeline> timeline;
    std::vector<OtherRun> others;
    std::vector<StageReport> stages;
    std::optional<Comparison> comparison; ///< with the expected outputs of `--compare`
};

/// The answer as JSON.
nlohmann::json toJson(const Prepared& prepared, const Outcome& outcome);
/// Prints the answer as text on standard output.
void print(const RunCommand& command, const Prepared& prepared, const Outcome& outcome);

} // namespace partita::cli
