#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/judges.h"
#include "app/cli/run_command.h"
#include "core/base/try.h"

namespace partita::cli {

namespace {

namespace fs = std::filesystem;

Result<ProviderList> providersOf(const RunCommand& command) {
    auto providers = PARTITA_TRY(command.reference ? Result<ProviderList>(makeJudges())
                                                   : command.arguments.make());
    if (command.threads)
        providers = PARTITA_TRY(
            withOption(std::move(providers), "cpu.threads", std::to_string(command.threads)));
    if (!command.executor.empty())
        providers = PARTITA_TRY(withOption(std::move(providers), "cpu.executor", command.executor));
    return providers;
}

/// The providers, with their dump options set to replace existing files.
ProviderList replacingDumps(ProviderList providers) {
    for (ProviderPtr& provider : providers)
        if (auto replacing = provider->withOption("dump_overwrite", "1")) // others write no files
            provider = *std::move(replacing);
    return providers;
}

Result<Prepared> prepare(const RunCommand& command, const Progress& progress) {
    auto scenario = PARTITA_TRY(command.scenario.read());
    auto providers = PARTITA_TRY(providersOf(command));
    if (command.force)
        providers = replacingDumps(std::move(providers));
    const auto begin = std::chrono::steady_clock::now();
    const auto context = PARTITA_TRY(command.arguments.contextOptions());
    auto model = PARTITA_TRY(modelOf(command, command.model, context, progress));
    PARTITA_TRY(checkSource(command, model));
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(declareFiles(files, command, model));
    PartitionOptions wishes = PartitionOptions::asWritten(); // nothing changes what judges
    if (!command.reference)
        wishes.level = context.level;
    UnderScenario under =
        command.scenario.apply(std::move(scenario), model, providers, wishes, progress);
    const AppliedScenario& applied = under.applied;
    model = applied.model;
    providers = applied.providers;
    auto session = PARTITA_TRY(Session::create(model, providers, applied.options, progress));
    under.judge(session->partitioning());
    PARTITA_TRY(checkPlacement(context, session->model(), session->partitioning()));
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    auto feeds = PARTITA_TRY(feedsOf(PARTITA_TRY(command.feeds.source()), model));
    return Prepared{std::move(providers), std::move(model), std::move(session),
                    std::move(feeds),     spent.count(),    std::move(under)};
}

/// Collects what else the command reports about the run; writes and prints nothing.
Result<void> examine(const RunCommand& command, const Prepared& prepared, const Progress& progress,
                     Outcome& outcome) {
    const auto& outputs = outcome.run->best.outputs;
    if (!command.timeline.empty() && !outcome.run->timeline)
        return Error{Errc::usage,
                     PARTITA_TEXT("nothing ran on a simulated device"),
                     {},
                     PARTITA_TEXT("add -p npu, or ask with `partition` what keeps the nodes away")};
    outcome.others = PARTITA_TRY(otherRuns(command, prepared.model, prepared.providers.back(),
                                           *outcome.run->feeds, outputs, progress));
    if (command.stages) {
        outcome.stages = PARTITA_TRY(stageReports(*prepared.session));
    }
    if (!command.compare.empty()) {
        outcome.comparison = PARTITA_TRY(compareWithExpected(command, prepared.model, outputs));
    }
    return {};
}

Result<void> writeFiles(const RunCommand& command, const Prepared& prepared,
                        const Outcome& outcome) {
    PARTITA_TRY(writeOutputs(command, prepared.session->model(), outcome.run->best.outputs));
    if (!command.profile.empty())
        PARTITA_TRY(writeOutput(command.profile, outcome.run->trace, replaceIf(command.force)));
    if (command.timeline.empty())
        return {};
    return writeOutput(command.timeline,
                       timelineTrace(*outcome.run->timeline)
                           .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
                       replaceIf(command.force));
}

Result<ExitStatus> runModel(const RunCommand& command, const Common& common) {
    auto prepared = PARTITA_TRY(prepare(command, common.progress));
    Outcome outcome;
    outcome.run = PARTITA_TRY(runInSession(*prepared.session, prepared.model, prepared.providers,
                                           requestOf(command), std::move(prepared.feeds),
                                           NodesOf::session, common.progress));
    PARTITA_TRY(examine(command, prepared, common.progress, outcome));
    PARTITA_TRY(writeFiles(command, prepared, outcome));
    if (common.json)
        printJson(toJson(prepared, outcome));
    else
        print(command, prepared, outcome);
    const bool passed = !outcome.comparison || outcome.comparison->passed;
    return prepared.under.statusAfter(passed ? done : answerIsNo);
}

} // namespace

Subcommand addRun(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("run", "Compile and run a model, on given or seeded random inputs");
    auto command = std::make_shared<RunCommand>();
    app->add_option("model", command->model, "ONNX model; - is standard input")->required();
    command->feeds.addTo(*app);
    app->add_option("--outputs", command->outputs,
                    "Where to write the outputs: FILE.npz or a folder");
    app->add_option("--compare", command->compare,
                    "Expected outputs: a folder with output_0.pb … or FILE.npz");
    app->add_option("--rtol", command->rtol,
                    "How far a number may be from what --compare expects: this part of that")
        ->check(tolerance())
        ->capture_default_str();
    app->add_option("--atol", command->atol, "The same in addition, as a number of its own")
        ->check(tolerance())
        ->capture_default_str();
    app->add_option("--repeat", command->repeat, "Timed runs")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    app->add_option(
           "--warmup", command->warmup,
           "Runs before the timed ones; without it, one where there are several timed runs, "
           "because the first run also packs weights and plans memory")
        ->check(CLI::Range(0, 1'000'000));
    app->add_option("--threads", command->threads,
                    "Threads inside one operator; 0: one for each core")
        ->check(CLI::Range(0, 1024));
    app->add_option("--executor", command->executor,
                    "sequential: kernel by kernel; parallel: those that do not need each other at "
                    "the same time")
        ->check(CLI::IsMember({"sequential", "parallel"}));
    app->add_flag("--bind", command->bind,
                  "Keep inputs and outputs between runs on the device that reads or makes them "
                  "(ONNX Runtime's I/O binding)");
    app->add_option("--values", command->values,
                    "Names of inner values of the graph to give as further outputs")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--kernels", command->kernels,
                    "Print this many of the slowest kernels, with their share of the processor's "
                    "measured peak");
    app->add_option("--profile", command->profile,
                    "Write the fastest run to this file, as a Chrome trace");
    app->add_option("--timeline", command->timeline,
                    "Write what the simulated devices did to this file, as a Chrome trace: units, "
                    "copies, memory");
    app->add_flag("--stages", command->stages,
                  "What the device's compiler did: fusion, precision, tiling, memory");
    app->add_flag("--reference", command->reference,
                  "Run on the reference evaluator: each operator by ONNX's text, slow, and what "
                  "other providers are judged by");
    app->add_flag("--against-reference", command->againstReference,
                  "Run on the reference, too, and say how far each output is from that");
    app->add_flag("--against-cpu", command->againstCpu,
                  "Run on the CPU alone, too, and say how far each output is from that");
    app->add_option("--source", command->source,
                    "What a context model was compiled from, for --against-cpu and "
                    "--against-reference")
        ->type_name("MODEL");
    app->add_flag("--force", command->force, kForceHelp);
    command->arguments.addTo(*app);
    command->scenario.addTo(*app);
    app->get_option("--reference")
        ->excludes(app->get_option("--providers"))
        ->excludes(app->get_option("--scenario"));
    command->with.addTo(*app, "Run in your own ONNX Runtime: python, python:PROVIDER or "
                              "python:PROVIDER:LIBRARY; several by several --with, the first "
                              "choice first. -O and --config are then in its words");
    WithArguments::exclude(*app, {"--providers", "--device", "--scenario", "--reference", "--bind",
                                  "--values", "--kernels", "--profile", "--timeline", "--stages"});
    app->add_flag("--against-onnxruntime", command->againstRuntime,
                  "Run on the CPU provider of your own ONNX Runtime, too, and say how far each "
                  "output is from that")
        ->needs("--with");
    return {app, [command, &common] {
                return command->with.given() ? runWith(*command, common)
                                             : runModel(*command, common);
            }};
}

} // namespace partita::cli
