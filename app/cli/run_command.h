#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/cli/command_line.h"
#include "core/report/timeline_report.h"
#include "core/session/model_comparison.h"
#include "core/session/session.h"
#include "core/tasks/measured_run.h"
#include "providers/npu/compiler/device_program.h"
#include "providers/npu/simulator/simulator.h"

namespace partita::cli {

/// What `run` was asked for.
struct RunCommand {
    std::string model, source, inputs, outputs, compare, executor, profile, timeline;
    double rtol = 1e-3, atol = 1e-5;
    int repeat = 1, warmup = 0, threads = 0;
    std::uint64_t seed = 0;
    bool force = false, stages = false, againstCpu = false, againstReference = false,
         reference = false, bind = false;
    std::size_t kernels = 0;
    std::vector<std::string> values;
    std::vector<std::string> dims;
    PartitionArguments arguments;
};

/// A model made ready to run, with what it is fed.
struct Prepared {
    ProviderList providers;
    Model model;
    std::unique_ptr<Session> session;
    Feeds feeds;
    double createMs = 0;
};

/// How far the outputs are from what was expected.
struct Comparison {
    bool passed = true;
    double maxAbsolute = 0, maxRelative = 0;
    std::vector<std::string> problems;
};

/// What another run gives on the same feeds.
struct OtherRun {
    std::string name; ///< who ran: "cpu", "reference"
    std::vector<OutputDifference> differences;
};

/// What the runs gave, and what was asked about them.
struct Outcome {
    MeasuredRuns runs;
    std::optional<double> peak; ///< floating point operations a second
    std::optional<Timeline> timeline;
    std::vector<OtherRun> others;
    std::vector<StageReport> stages;
    std::optional<Comparison> comparison; ///< with what was expected
};

/// The answer as JSON, and as text on standard output.
nlohmann::json toJson(const Prepared& prepared, const Outcome& outcome);
void print(const RunCommand& command, const Prepared& prepared, const Outcome& outcome);

} // namespace partita::cli
