#include <algorithm>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/epcontext/merge/merge_check.h"
#include "core/report/model_summary.h"
#include "providers/registry.h"

namespace partita::cli {

namespace {

constexpr std::uint64_t kSeed = 1; ///< seed of the random inputs of --check

struct MergeCommand {
    std::vector<std::string> models, prefixes, connections, shared;
    std::string output;
    bool rewriteBinaries = false, dryRun = false, force = false, embed = false, external = false;
    std::vector<std::string> outputs; ///< outputs that come first
    bool single = false;              ///< the command is `repack`
    std::string partition;            ///< `repack`: the only partition to keep; empty: all
    bool check = false;
    PartitionArguments providers; ///< run the check
};

Result<std::vector<MergeInput>> inputsOf(const MergeCommand& command, const Progress& progress) {
    if (!command.prefixes.empty() && command.prefixes.size() != command.models.size())
        return Error{
            Errc::usage,
            PARTITA_TEXT("{0} prefixes for {1} models", command.prefixes.size(),
                         command.models.size()),
            {},
            PARTITA_TEXT("give one for each, separated by commas; an empty one is allowed")};
    std::vector<MergeInput> inputs;
    for (std::size_t i = 0; i < command.models.size(); ++i) {
        auto model = PARTITA_TRY(openModel(command.models[i], Prepare::asStored, progress));
        const std::filesystem::path path = command.models[i];
        inputs.push_back({path, std::move(model),
                          !command.prefixes.empty() ? command.prefixes[i]
                          : command.single          ? std::string()
                                                    : contextStem(path) + "_"});
        if (command.partition.empty())
            continue;
        auto one = PARTITA_TRY(onePartition(inputs.back(), command.partition));
        inputs.back() = std::move(one);
    }
    return inputs;
}

Result<MergeOptions> optionsOf(const MergeCommand& command) {
    MergeOptions options;
    options.output = command.output;
    options.sharedInputs = command.shared;
    options.rewriteBinaries = command.rewriteBinaries;
    options.outputOrder = command.outputs;
    options.single = command.single;
    if (command.embed || command.external)
        options.embed = command.embed;
    for (const std::string& text : command.connections) {
        auto pair = splitPair(text);
        if (!pair)
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' connects nothing", text),
                         {},
                         PARTITA_TEXT("write INPUT=OUTPUT, for example 2.x=1.y")};
        options.connections.push_back(*std::move(pair));
    }
    return options;
}

nlohmann::json toJson(const MergePlan& plan, const MergeCommand& command) {
    nlohmann::json json = {{"renames", nlohmann::json::array()},
                           {"files", nlohmann::json::array()},
                           {"clashes", nlohmann::json::array()},
                           {"refused", nullptr}};
    for (const auto& each : plan.renames)
        json["renames"].push_back({{"kind", each.kind.text()},
                                   {"model", command.models[each.model]},
                                   {"from", each.from},
                                   {"to", each.to},
                                   {"why", each.why.text()}});
    for (const auto& each : plan.files)
        json["files"].push_back({{"name", each.name},
                                 {"bytes", each.size()},
                                 {"sources", each.sources},
                                 {"why", each.why.text()}});
    for (const auto& each : plan.clashes)
        json["clashes"].push_back(
            {{"what", each.what.text()}, {"resolution", each.resolution.text()}});
    return json;
}

void print(const MergePlan& plan, const MergeCommand& command) {
    for (const auto& each : plan.clashes)
        std::cout << "clash: " << each.what.text() << ": " << each.resolution.text() << '\n';
    for (const auto& each : plan.renames)
        std::cout << fmt::format(
            "rename: {} '{}' of {} to '{}' ({})\n", each.kind.text(), each.from,
            std::filesystem::path(command.models[each.model]).filename().string(), each.to,
            each.why.text());
    for (const auto& each : plan.files)
        std::cout << fmt::format("file: {}  {}  {}\n", each.name, byteText(each.size()),
                                 each.why.text());
}

nlohmann::json toJson(const std::vector<MergedOutput>& outputs, const MergeCommand& command) {
    nlohmann::json json = nlohmann::json::array();
    for (const MergedOutput& each : outputs) {
        const Difference& difference = each.difference.difference;
        json.push_back({{"model", command.models[each.model]},
                        {"output", each.difference.name},
                        {"equal", difference.within},
                        {"max_absolute", figureJson(difference.maxAbsolute)},
                        {"max_relative", figureJson(difference.maxRelative)},
                        {"problem", difference.problem}});
    }
    return json;
}

void print(const std::vector<MergedOutput>& outputs, const MergeCommand& command) {
    for (const MergedOutput& each : outputs) {
        const Difference& difference = each.difference.difference;
        const auto model = std::filesystem::path(command.models[each.model]).filename().string();
        std::cout << fmt::format("check: {} '{}': {}\n", model, each.difference.name,
                                 difference.within ? "equal"
                                 : difference.comparable
                                     ? fmt::format("differs by {:.3g}", difference.figures.absolute)
                                     : difference.problem);
    }
}

/// Runs the merged model and its sources on the same random inputs and compares their outputs.
Result<std::vector<MergedOutput>> check(const MergeCommand& command, const MergePlan& plan,
                                        const std::vector<MergeInput>& inputs,
                                        const Progress& progress) {
    if (!command.check || command.dryRun)
        return std::vector<MergedOutput>();
    auto providers = PARTITA_TRY(command.providers.make());
    if (command.providers.providers.empty()) { // the judges run what no device takes
        const ProviderList judges = makeJudges();
        providers.insert(providers.end() - 1, judges.begin(), judges.end() - 1);
    }
    return compareWithSources(command.output, plan, inputs, providers, kSeed, progress);
}

Result<ExitStatus> runMerge(const MergeCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force || command.dryRun));
    PARTITA_TRY(files.writes(command.output, true));
    PARTITA_TRY(command.providers.declare(files));
    auto options = PARTITA_TRY(optionsOf(command));
    auto inputs = PARTITA_TRY(inputsOf(command, common.progress));
    for (const MergeInput& input : inputs)
        PARTITA_TRY(declareModel(files, input.model));
    auto plan = planMerge(inputs, options);
    if (!plan) {
        if (plan.error().code == Errc::nameClash && common.json)
            printJson({{"renames", nlohmann::json::array()},
                       {"files", nlohmann::json::array()},
                       {"clashes", nlohmann::json::array()},
                       {"refused", plan.error().message()}});
        return std::move(plan).error();
    }
    if (!command.dryRun) {
        PARTITA_TRY(writeMerge(*plan, command.output, common.progress, replaceIf(command.force)));
    }
    const auto compared = PARTITA_TRY(check(command, *plan, inputs, common.progress));
    if (common.json) {
        auto json = toJson(*plan, command);
        if (command.check)
            json["check"] = toJson(compared, command);
        printJson(json);
    } else {
        print(*plan, command);
        print(compared, command);
    }
    const bool equal = std::ranges::all_of(
        compared, [](const MergedOutput& each) { return each.difference.difference.within; });
    return equal ? done : answerIsNo;
}

void addPacking(CLI::App& app, MergeCommand& command) {
    auto* embed = app.add_flag("--embed", command.embed, "Put the binaries into the model file");
    app.add_flag("--external", command.external, "Put the binaries beside the model file")
        ->excludes(embed);
    app.add_flag("--rewrite-binaries", command.rewriteBinaries,
                 "Rename graphs in copies of QNN binaries where their names clash");
    app.add_flag("--dry-run", command.dryRun, "Say what would be done, and write nothing");
    app.add_flag("--force", command.force, kForceHelp);
}

void addCheck(CLI::App& app, MergeCommand& command) {
    app.add_flag("--check", command.check,
                 "Run what was written, and what it was made of, on the same random inputs");
    command.providers.addTo(app);
}

} // namespace

Subcommand addMerge(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("merge", "Put EPContext models together into one, with their "
                                        "binaries");
    auto command = std::make_shared<MergeCommand>();
    app->add_option("models", command->models, "EPContext models, two or more")->required();
    app->add_option("-o,--output", command->output, "The merged model")->required();
    // Split here, because CLI11 would drop empty prefixes.
    app->add_option_function<std::string>(
        "--prefix",
        [command](const std::string& text) { command->prefixes = splitText(text, ','); },
        "One prefix for the names of each model, separated by commas; without it, the model's own "
        "name");
    app->add_option("--connect", command->connections,
                    "INPUT=OUTPUT: an input reads an output of another model")
        ->allow_extra_args(false);
    app->add_option("--share-input", command->shared,
                    "Inputs of that name in several models are one input")
        ->allow_extra_args(false);
    app->add_option("--outputs", command->outputs,
                    "Outputs that come first, in this order; the others follow")
        ->delimiter(',')
        ->allow_extra_args(false);
    addPacking(*app, *command);
    addCheck(*app, *command);
    return {app, [&common, command] { return runMerge(*command, common); }};
}

Subcommand addRepack(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "repack", "Rename an EPContext model, move its binaries in or out, or take one partition");
    auto command = std::make_shared<MergeCommand>();
    command->single = true;
    app->add_option("model", command->models, "EPContext model")->required()->expected(1);
    app->add_option("-o,--output", command->output,
                    "The new model; with --force it may be the old one")
        ->required();
    app->add_option("--prefix", command->prefixes, "Prefix for all names that may change")
        ->expected(1);
    app->add_option("--partition", command->partition,
                    "Only the EPContext node of this partition or name, with its binary");
    addPacking(*app, *command);
    addCheck(*app, *command);
    return {app, [&common, command] { return runMerge(*command, common); }};
}

} // namespace partita::cli
