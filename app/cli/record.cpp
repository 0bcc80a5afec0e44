#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/feed_arguments.h"
#include "app/cli/output_differences.h"
#include "app/cli/runtime_arguments.h"
#include "core/base/try.h"
#include "core/tasks/records/measured_placement.h"

namespace partita::cli {

namespace {

Result<ExitStatus> runRuntime(const RuntimeArguments& arguments, const Common& common) {
    const auto facts = PARTITA_TRY(factsOf(
        PARTITA_TRY(arguments.runtime()), PARTITA_TRY(arguments.realProviders()), common.progress));
    if (common.json)
        printJson(toJson(facts));
    else
        std::cout << factsText(facts);
    return done;
}

struct RecordCommand {
    std::string model, output;
    RuntimeArguments runtime;
    bool run = false, againstCpu = false, force = false;
    FeedArguments feeds;
};

void printRecord(const RecordCommand& command, const Model& model,
                 const MeasuredPlacement& measured,
                 const std::vector<OutputDifference>& differences, const Common& common) {
    if (!common.json) {
        std::cout << measuredText(model, measured);
        printDifferences(differences, "cpu");
        return;
    }
    auto answer = toJson(model, measured);
    if (command.againstCpu)
        answer["against_cpu"] = differencesJson(differences);
    printJson(answer);
}

Result<ExitStatus> runRecord(const RecordCommand& command, const Common& common) {
    const auto runtime = PARTITA_TRY(command.runtime.runtime());
    const auto session = PARTITA_TRY(command.runtime.session(command.model));
    const Model model = PARTITA_TRY(openModel(command.model, Prepare::asStored, common.progress));
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(declareModel(files, model));
    PARTITA_TRY(command.runtime.declare(files));
    PARTITA_TRY(files.reads(command.feeds.inputs));
    PARTITA_TRY(files.writes(command.output));
    std::optional<RealRun> run;
    if (command.run)
        run =
            RealRun{PARTITA_TRY(feedsOf(PARTITA_TRY(command.runtime.inputs(command.feeds)), model)),
                    command.againstCpu};
    const auto record = PARTITA_TRY(recordSession(runtime, session, model, run, common.progress));
    const auto measured = PARTITA_TRY(matchPlacement(model, record.placement));
    PARTITA_TRY(
        writeOutput(command.output, recordText(record.placement, session), files.replace()));
    printRecord(command, model, measured, record.differences, common);
    return done;
}

} // namespace

Subcommand addRuntime(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "runtime", "What the ONNX Runtime of a Python environment is and has: version, providers, "
                   "devices");
    auto arguments = std::make_shared<RuntimeArguments>();
    arguments->addTo(*app, "A provider in a library of its own to list, too: NAME:LIBRARY");
    return {app, [arguments, &common] { return runRuntime(*arguments, common); }};
}

Subcommand addRecord(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "record", "Ask a real ONNX Runtime which provider gets which node of a model, and write it "
                  "down");
    auto command = std::make_shared<RecordCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    command->runtime.addTo(
        *app, "A provider of the session, several by several --provider, the first "
              "choice first: NAME, such as QNN or CUDA, or NAME:LIBRARY for a plug-in");
    app->get_option("--provider")->required();
    command->runtime.addSessionTo(*app);
    command->runtime.addFreeDimsTo(*app);
    app->add_option("-o,--output", command->output, "Where to write the record (.json)")
        ->required();
    app->add_flag("--run", command->run, "Run the model once, too, and record the times");
    app->add_flag("--against-cpu", command->againstCpu,
                  "Run on ONNX Runtime's CPU provider, too, and say how far each output is from "
                  "that");
    command->feeds.addTo(*app);
    for (const char* name : {"--against-cpu", "--inputs", "--seed", "--dim"})
        app->get_option(name)->needs("--run");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [command, &common] { return runRecord(*command, common); }};
}

} // namespace partita::cli
