#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/judges.h"
#include "core/report/run_report.h"
#include "core/report/timeline_report.h"
#include "core/runtime/model_comparison.h"
#include "core/runtime/random_feeds.h"
#include "core/runtime/session.h"
#include "core/runtime/tensor_files.h"
#include "providers/npu/simulator.h"

namespace partita::cli {

namespace {

namespace fs = std::filesystem;

struct RunCommand {
    std::string model, inputs, outputs, compare, executor, profile, timeline;
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

/// The most memory this program had resident; getrusage would count what started it as well.
std::uint64_t peakRss() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:"))
            return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
    return 0;
}

std::vector<TypePtr> typesOf(const Model& model, const std::vector<ValueId>& values) {
    std::vector<TypePtr> types;
    for (const ValueId id : values)
        types.push_back(model.value(id)->type);
    return types;
}

/// Unnamed values of a directory belong to the inputs in order.
Result<Feeds> namedFeeds(const Model& model, std::vector<DataValue> tensors) {
    Feeds feeds;
    const auto& inputs = model.graph(model.mainGraph())->inputs;
    std::size_t next = 0;
    for (const ValueId id : inputs) {
        if (next == tensors.size())
            break;
        if (model.value(id)->initializer && tensors.size() < inputs.size())
            continue;
        feeds.emplace(model.value(id)->name, std::move(tensors[next++]));
    }
    if (next < tensors.size())
        return Error{
            Errc::usage, "more input files than inputs", {}, "remove the extra input_N.pb"};
    return feeds;
}

Result<Feeds> readFeeds(const RunCommand& command, const Model& model) {
    if (command.inputs.empty()) {
        std::map<std::string, std::int64_t> symbols;
        for (const auto& text : command.dims) {
            const auto equals = text.find('=');
            const std::int64_t value =
                equals == std::string::npos ? -1 : std::atoll(text.c_str() + equals + 1);
            if (value < 0)
                return Error{Errc::usage,
                             "'" + text + "' is not symbol=size",
                             {},
                             "write for example --dim batch=4"};
            symbols[text.substr(0, equals)] = value;
        }
        return randomFeeds(model, command.seed, symbols);
    }
    if (fs::is_directory(command.inputs)) {
        const auto& inputs = model.graph(model.mainGraph())->inputs;
        auto tensors = readValueDirectory(command.inputs, "input", typesOf(model, inputs));
        if (!tensors)
            return std::move(tensors).error();
        return namedFeeds(model, *std::move(tensors));
    }
    auto arrays = readNpz(command.inputs);
    if (!arrays)
        return std::move(arrays).error();
    return Feeds(arrays->begin(), arrays->end());
}

struct Comparison {
    bool passed = true;
    double maxAbsolute = 0, maxRelative = 0;
    std::vector<std::string> problems;
};

Result<Comparison> compare(const RunCommand& command, const Model& model,
                           const std::vector<DataValue>& outputs) {
    std::vector<DataValue> expected;
    if (fs::is_directory(command.compare)) {
        auto tensors = readValueDirectory(command.compare, "output",
                                          typesOf(model, model.graph(model.mainGraph())->outputs));
        if (!tensors)
            return std::move(tensors).error();
        expected = *std::move(tensors);
    } else {
        auto arrays = readNpz(command.compare);
        if (!arrays)
            return std::move(arrays).error();
        for (const DataValue& output : outputs)
            if (const auto found = arrays->find(output.name); found != arrays->end())
                expected.emplace_back(found->second);
    }
    if (expected.size() != outputs.size())
        return Error{
            Errc::usage,
            fmt::format("{} expected outputs for {} outputs", expected.size(), outputs.size()),
            {command.compare},
            "give output_0.pb … or an .npz with the outputs' names"};
    Comparison result;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const Difference difference =
            compareValues(expected[i], outputs[i], command.rtol, command.atol);
        result.passed = result.passed && difference.comparable && difference.within;
        result.maxAbsolute = std::max(result.maxAbsolute, difference.maxAbsolute);
        result.maxRelative = std::max(result.maxRelative, difference.maxRelative);
        if (!difference.comparable)
            result.problems.push_back("output '" + outputs[i].name + "' " + difference.problem);
        else if (!difference.within)
            result.problems.push_back(
                fmt::format("output '{}' differs by up to {:.3g} ({:.3g} of its largest value)",
                            outputs[i].name, difference.maxAbsolute, difference.maxRelative));
    }
    return result;
}

Result<void> writeOutputs(const RunCommand& command, const std::vector<DataValue>& outputs) {
    if (command.outputs.empty())
        return {};
    if (auto allowed = mayWrite(command.outputs, command.force); !allowed)
        return allowed;
    if (!command.outputs.ends_with(".npz"))
        return writeValueDirectory(command.outputs, "output", outputs);
    std::vector<Tensor> tensors;
    for (const DataValue& output : outputs) {
        if (!output.isTensor())
            return Error{Errc::usage,
                         "output '" + output.name + "' is no tensor, so no .npz can hold it",
                         {command.outputs},
                         "give a folder"};
        tensors.push_back(output.tensor);
    }
    return writeNpz(command.outputs, tensors);
}

double milliseconds(std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1e6;
}

/// The slowest kernels, and what was put together in them.
void printKernels(const Session& session, RunStatistics statistics, std::optional<double> peak,
                  std::size_t most) {
    std::ranges::stable_sort(statistics.kernels, [](const auto& a, const auto& b) {
        return a.time.median > b.time.median;
    });
    if (peak)
        std::cout << fmt::format("peak of these threads: {:.0f} GFLOP/s\n", *peak / 1e9);
    std::cout << fmt::format("  {:>9} {:>9} {:>9} {:>8} {:>5}  kernel\n", "min ms", "median", "p90",
                             "GFLOP/s", "peak");
    for (std::size_t i = 0; i < std::min(most, statistics.kernels.size()); ++i) {
        const KernelStatistics& kernel = statistics.kernels[i];
        const auto& node = session.model().node(kernel.node);
        const auto speed = kernel.flopsPerSecond(), share = kernel.shareOfPeak(peak);
        std::string with;
        for (const NodeId id : kernel.fusedWith)
            with += (with.empty() ? " + " : ", ") + session.model().node(id)->opType.str();
        std::cout << fmt::format("  {:9.4f} {:9.4f} {:9.4f} {:>8} {:>5}  {} {}{}\n",
                                 milliseconds(kernel.time.min), milliseconds(kernel.time.median),
                                 milliseconds(kernel.time.p90),
                                 speed ? fmt::format("{:.1f}", *speed / 1e9) : "",
                                 share ? fmt::format("{:.0f} %", 100 * *share) : "",
                                 node->opType.str(), node->label(), with);
    }
}

Result<void> writeTimeline(const RunCommand& command, const std::optional<Timeline>& timeline) {
    if (command.timeline.empty())
        return {};
    if (!timeline)
        return Error{Errc::usage,
                     "nothing ran on a simulated device",
                     {},
                     "add -p npu, or ask with `partition` what keeps the nodes away"};
    return writeOutput(
        command.timeline,
        timelineTrace(*timeline).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
        command.force);
}

nlohmann::json toJson(const std::vector<OutputDifference>& differences) {
    nlohmann::json list = nlohmann::json::array();
    for (const auto& [name, difference] : differences)
        list.push_back({{"name", name},
                        {"comparable", difference.comparable},
                        {"max_abs", difference.maxAbsolute},
                        {"max_rel", difference.maxRelative}});
    return list;
}

void printStages(const std::vector<StageReport>& stages) {
    for (const StageReport& stage : stages) {
        std::cout << stage.name << '\n';
        for (const std::string& line : stage.lines)
            std::cout << "  " << line << '\n';
    }
}

/// What another run gives on the same feeds.
struct OtherRun {
    std::string name;
    std::vector<OutputDifference> differences;
};

int runModel(const RunCommand& command, const Common& common) {
    auto providers =
        command.reference ? Result<ProviderList>(makeJudges()) : command.arguments.make();
    if (!providers)
        return fail(providers.error());
    for (const auto& provider : *providers) {
        if (provider->info().id != "cpu")
            continue;
        if (command.threads)
            if (auto set = provider->setOption("threads", std::to_string(command.threads)); !set)
                return fail(set.error());
        if (!command.executor.empty())
            if (auto set = provider->setOption("executor", command.executor); !set)
                return fail(set.error());
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto context = command.arguments.contextOptions();
    if (!context)
        return fail(context.error());
    auto model = openModel(command.model, Prepare::toRun, common.progress,
                           context->weightsFolder.empty() ? context->contextFolder()
                                                          : context->weightsFolder);
    if (!model)
        return fail(model.error());
    if (!command.values.empty()) {
        auto more = withOutputs(*model, command.values);
        if (!more)
            return fail(more.error());
        *model = *std::move(more);
    }
    auto session = Session::create(*model, *providers, {}, common.progress);
    if (!session)
        return fail(session.error());
    if (auto allowed = checkPlacement(*context, (*session)->model(), (*session)->partitioning());
        !allowed)
        return fail(allowed.error());
    const double createMs =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    auto feeds = readFeeds(command, *model);
    if (!feeds)
        return fail(feeds.error());
    std::optional<IoBinding> binding;
    if (command.bind) {
        auto bound = IoBinding::ofAll(*model, *feeds, BoundPlace::device);
        if (!bound)
            return fail(bound.error());
        binding = *std::move(bound);
    }
    RunRecorder recorder;
    RunReport report;
    for (int i = 0; i < command.warmup + std::max(1, command.repeat); ++i) {
        report = {}; // its outputs' memory is used again
        auto ran = binding ? (*session)->run(*binding, common.progress.stop)
                           : (*session)->run(*feeds, common.progress.stop);
        if (!ran)
            return fail(ran.error());
        report = *std::move(ran);
        if (i >= command.warmup)
            recorder.add(report);
    }
    if (binding)
        report.outputs = binding->outputValues(*model);
    const RunStatistics statistics = recorder.statistics((*session)->model());
    std::optional<double> peak;
    if (command.kernels)
        if (const auto measured = measurePeakFlops(*providers, common.progress))
            peak = *measured;
    if (auto written = writeOutputs(command, report.outputs); !written)
        return fail(written.error());
    if (!command.profile.empty())
        if (auto written =
                writeOutput(command.profile,
                            traceJson(**session, report)
                                .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                            command.force);
            !written)
            return fail(written.error());
    const auto timeline = simulatedTimeline(**session, *providers);
    if (!timeline)
        return fail(timeline.error());
    if (auto written = writeTimeline(command, *timeline); !written)
        return fail(written.error());
    std::vector<OtherRun> others;
    for (const auto& [wanted, name, run] :
         {std::tuple(command.againstCpu, "CPU", ProviderList{providers->back()}),
          std::tuple(command.againstReference, "reference", makeJudges())}) {
        if (!wanted)
            continue;
        auto compared = differencesFrom(run, *model, *feeds, report.outputs, common.progress);
        if (!compared)
            return fail(compared.error());
        others.push_back({name, *std::move(compared)});
    }
    std::vector<StageReport> stages;
    if (command.stages) {
        auto reports = stageReports(**session);
        if (!reports)
            return fail(reports.error());
        stages = *std::move(reports);
    }
    nlohmann::json outputs = nlohmann::json::array();
    for (const DataValue& output : report.outputs)
        outputs.push_back(
            {{"name", output.name},
             {"type", output.kindText()},
             {"shape", output.isTensor() ? nlohmann::json(output.tensor.dims) : nlohmann::json()}});
    nlohmann::json json = {{"latency_ms",
                            {{"min", milliseconds(statistics.latency.min)},
                             {"median", milliseconds(statistics.latency.median)},
                             {"p90", milliseconds(statistics.latency.p90)}}},
                           {"create_ms", createMs},
                           {"peak_rss_bytes", peakRss()},
                           {"arena_bytes", (*session)->arenaBytes()},
                           {"outputs", outputs},
                           {"memory", memoryJson(**session)},
                           {"nodes", kernelsJson(**session, statistics)}};
    if (peak)
        json["peak_gflops_per_s"] = *peak / 1e9;
    if (*timeline)
        json["timeline"] = timelineJson(**timeline);
    for (const auto& [name, differences] : others)
        json[name == "CPU" ? "against_cpu" : "against_reference"] = toJson(differences);
    for (const StageReport& stage : stages)
        json["stages"][stage.name] = stage.lines;
    nlohmann::json transfers = nlohmann::json::array();
    for (const Transfer& transfer : report.transfers)
        transfers.push_back({{"name", transfer.name},
                             {"from", transfer.from},
                             {"to", transfer.to},
                             {"bytes", transfer.bytes}});
    json["transfers"] = transfers;
    int status = done;
    std::optional<Comparison> comparison;
    if (!command.compare.empty()) {
        auto compared = compare(command, *model, report.outputs);
        if (!compared)
            return fail(compared.error());
        comparison = *compared;
        json["compare"] = {{"passed", compared->passed},
                           {"max_abs", compared->maxAbsolute},
                           {"max_rel", compared->maxRelative}};
        status = compared->passed ? done : answerIsNo;
    }
    if (common.json) {
        printJson(json);
        return status;
    }
    std::cout << (*session)->partitioning().headline() << '\n';
    if (command.reference)
        std::cout << leftToTheCpu((*session)->model(), (*session)->partitioning());
    std::cout << fmt::format("created in {:.1f} ms; run min {:.3f}, median {:.3f}, p90 {:.3f} ms\n",
                             createMs, milliseconds(statistics.latency.min),
                             milliseconds(statistics.latency.median),
                             milliseconds(statistics.latency.p90));
    for (const DataValue& output : report.outputs)
        std::cout << fmt::format("  {}  {} {}\n", output.name,
                                 output.isTensor() ? shapeText(output.tensor.shape()) : "",
                                 output.kindText());
    if (*timeline)
        std::cout << "simulated: " << timelineHeadline(**timeline) << '\n';
    for (const auto& [other, differences] : others)
        for (const auto& [name, difference] : differences)
            std::cout << fmt::format("  {} differs from the {}'s by {:.3g}, {:.3g} relative\n",
                                     name, other, difference.maxAbsolute, difference.maxRelative);
    printStages(stages);
    if (command.kernels)
        printKernels(**session, statistics, peak, command.kernels);
    if (comparison) {
        for (const auto& problem : comparison->problems)
            std::cout << "  " << problem << '\n';
        std::cout << fmt::format("{}: largest difference {:.3g}, {:.3g} relative\n",
                                 comparison->passed ? "equal" : "different",
                                 comparison->maxAbsolute, comparison->maxRelative);
    }
    return status;
}

} // namespace

Subcommand addRun(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("run", "Compile and run a model, on given or seeded random inputs");
    auto command = std::make_shared<RunCommand>();
    app->add_option("model", command->model, "ONNX model; - is standard input")->required();
    app->add_option("--inputs", command->inputs, "FILE.npz, or a folder with input_0.pb …");
    app->add_option("--outputs", command->outputs,
                    "Where to write the outputs: FILE.npz or a folder");
    app->add_option("--compare", command->compare,
                    "Expected outputs: a folder with output_0.pb … or FILE.npz");
    app->add_option("--rtol", command->rtol, "Relative tolerance of --compare")
        ->capture_default_str();
    app->add_option("--atol", command->atol, "Absolute tolerance of --compare")
        ->capture_default_str();
    app->add_option("--repeat", command->repeat, "Timed runs")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app->add_option("--warmup", command->warmup, "Runs before the timed ones")
        ->check(CLI::Range(0, 1'000'000))
        ->capture_default_str();
    app->add_option("--threads", command->threads,
                    "Threads inside one operator; 0: one for each core")
        ->check(CLI::Range(0, 1024));
    app->add_option("--executor", command->executor,
                    "sequential: kernel by kernel; parallel: those that do not need each other at "
                    "the same time")
        ->check(CLI::IsMember({"sequential", "parallel"}));
    app->add_flag("--bind", command->bind,
                  "Inputs and outputs stay where they are between runs, on the device that reads "
                  "or makes them (ONNX Runtime's I/O binding)");
    app->add_option("--values", command->values,
                    "Further values of the graph to compute and write with the outputs")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--kernels", command->kernels,
                    "Print so many of the slowest kernels, against the measured peak");
    app->add_option("--profile", command->profile, "Chrome trace of the last run");
    app->add_option("--timeline", command->timeline,
                    "Chrome trace of the simulated devices: units, copies, memory");
    app->add_flag("--stages", command->stages,
                  "What the device's compiler did: fusion, precision, tiling, memory");
    app->add_flag("--reference", command->reference,
                  "Run by the operators' text, one element after another: slow, and what other "
                  "providers are judged by");
    app->add_flag("--against-reference", command->againstReference,
                  "Run on the reference, too, and say how far each output is from that");
    app->add_flag("--against-cpu", command->againstCpu,
                  "Run on the CPU alone, too, and say how far each output is from that");
    app->add_option("--seed", command->seed, "Seed of random inputs")->capture_default_str();
    app->add_option("--dim", command->dims, "symbol=size for random inputs of dynamic shape")
        ->allow_extra_args(false);
    app->add_flag("--force", command->force, "Overwrite outputs");
    command->arguments.addTo(*app);
    app->get_option("--reference")->excludes(app->get_option("--providers"));
    return {app, [command, &common] { return runModel(*command, common); }};
}

} // namespace partita::cli
