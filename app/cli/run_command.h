#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/cli/feed_arguments.h"
#include "app/cli/runtime_arguments.h"
#include "app/cli/scenario_arguments.h"
#include "core/report/timeline_report.h"
#include "core/session/model_comparison.h"
#include "core/session/session.h"
#include "core/tasks/runs/measured_run.h"
#include "providers/npu/compiler/device_program.h"
#include "providers/npu/simulator/simulator.h"

namespace partita::cli {

/// The options of `run`.
struct RunCommand {
    std::string model, source, outputs, compare, executor, profile, timeline;
    double rtol = 1e-3, atol = 1e-5;
    int repeat = 1, threads = 0;
    std::optional<int> warmup;
    bool force = false, stages = false, againstCpu = false, againstReference = false,
         reference = false, bind = false, againstRuntime = false;
    std::size_t kernels = 0;
    std::vector<std::string> values;
    FeedArguments feeds;
    PartitionArguments arguments;
    ScenarioArguments scenario;
    WithArguments with; ///< ONNX Runtime in place of the providers
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
struct Comparison : GreatestDifference {
    bool passed = true;
    std::vector<std::string> problems;
};

/// The comparison with another run on the same inputs.
struct OtherRun {
    std::string name; ///< who ran it: "cpu", "reference" or "onnxruntime"
    std::vector<OutputDifference> differences;
};

/// The results of the runs and of everything that the options ask about them.
struct Outcome {
    RunResultPtr run;
    std::vector<OtherRun> others;
    std::vector<StageReport> stages;
    std::optional<Comparison> comparison; ///< with the expected outputs of `--compare`
};

// What `run` does, whoever runs the model.

/// How often the model runs, and what is told of it.
RunRequest requestOf(const RunCommand& command);
/// The model, with the inner values of `--values` as outputs.
Result<Model> modelOf(const RunCommand& command, const std::string& path,
                      const ContextSessionOptions& context, const Progress& progress);
/// Fails where `--source` has no meaning, and where it is missing.
Result<void> checkSource(const RunCommand& command, const Model& model);
/// Declares the files that the command reads and writes.
Result<void> declareFiles(OutputFiles& files, const RunCommand& command, const Model& model);
/// Compares with the outputs that `--compare` expects.
Result<Comparison> compareWithExpected(const RunCommand& command, const Model& model,
                                       const std::vector<ModelData>& outputs);
/// Runs the model, or its `--source`, on the CPU and the reference, as is wished, and compares each
/// output.
Result<std::vector<OtherRun>> otherRuns(const RunCommand& command, const Model& model,
                                        const ProviderPtr& cpu, const Feeds& feeds,
                                        const std::vector<ModelData>& outputs,
                                        const Progress& progress);
/// Writes the outputs to `--outputs`.
Result<void> writeOutputs(const RunCommand& command, const Model& model,
                          const std::vector<ModelData>& outputs);

/// `run --with`: the model runs in the user's own ONNX Runtime.
Result<ExitStatus> runWith(const RunCommand& command, const Common& common);

/// The answer as JSON.
nlohmann::json toJson(const Prepared& prepared, const Outcome& outcome);
/// Parts of it: the outputs, and the comparisons.
nlohmann::json outputsJson(const std::vector<ModelData>& outputs);
void addComparisons(nlohmann::json& answer, const std::vector<OtherRun>& others,
                    const std::optional<Comparison>& comparison);
void printOutputs(const std::vector<ModelData>& outputs);
void printComparisons(const std::vector<OtherRun>& others);
void printComparison(const std::optional<Comparison>& comparison);
/// Prints the answer as text on standard output.
void print(const RunCommand& command, const Prepared& prepared, const Outcome& outcome);

} // namespace partita::cli
