#include <algorithm>
#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/line_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/epcontext/merge/merge_recipe.h"
#include "core/epcontext/merge/merge_rows.h"
#include "core/report/model_summary.h"
#include "core/tasks/merge_task.h"
#include "providers/registry.h"

namespace partita::cli {

namespace {

struct MergeCommand {
    std::vector<std::string> models, prefixes, connections, shared;
    std::string output;
    bool rewriteBinaries = false, dryRun = false, force = false, embed = false, external = false;
    std::vector<std::string> outputs; ///< outputs that come first
    bool single = false;              ///< the command is `repack`
    std::string partition;            ///< `repack`: the only partition to keep; empty: all
    bool check = false;
    PartitionArguments providers; ///< run the check
    std::vector<std::string> dropped;
    std::string recipe, savedRecipe;
};

/// What is to be merged, by the arguments or by a recipe.
struct Merge {
    std::vector<MergeInput> inputs;
    MergeOptions options;
};

/// An error whose remedy also says what to type.
Error withTyped(Error error, const std::string& typed) {
    const std::string remedy = error.remedy.text();
    if (!typed.empty())
        error.remedy = remedy.empty() ? typed : fmt::format("{} ({})", remedy, typed);
    return error;
}

/// The prefixes of the models: those that were given, or suggestions.
Result<std::vector<std::string>> prefixesOf(const MergeCommand& command) {
    if (command.prefixes.empty() && command.single)
        return std::vector<std::string>(1);
    if (command.prefixes.empty())
        return suggestedPrefixes({command.models.begin(), command.models.end()});
    if (command.prefixes.size() != command.models.size())
        return Error{
            Errc::usage,
            PARTITA_TEXT("{0} prefixes for {1} models", command.prefixes.size(),
                         command.models.size()),
            {},
            PARTITA_TEXT("give one for each, separated by commas; an empty one is allowed")};
    return command.prefixes;
}

Result<std::vector<MergeInput>> inputsOf(const MergeCommand& command, const Progress& progress) {
    const auto prefixes = PARTITA_TRY(prefixesOf(command));
    std::vector<MergeInput> inputs;
    for (std::size_t i = 0; i < command.models.size(); ++i) {
        auto model = PARTITA_TRY(openModel(command.models[i], Prepare::asStored, progress));
        inputs.push_back({command.models[i], std::move(model), prefixes[i], {}, {}, {}});
        if (command.partition.empty())
            continue;
        auto one = onePartition(inputs.back(), command.partition);
        if (!one)
            return withTyped(std::move(one).error(), "`info` lists them");
        inputs.back() = *std::move(one);
    }
    return inputs;
}

Result<MergeOptions> optionsOf(const MergeCommand& command) {
    MergeOptions options;
    options.output = command.output;
    options.sharedInputs = command.shared;
    options.rewriteBinaries = command.rewriteBinaries;
    options.outputOrder = command.outputs;
    options.droppedOutputs = command.dropped;
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

/// A merge by the arguments, or by the recipe, whose output another one may stand in for.
Result<Merge> mergeOf(const MergeCommand& command, const Progress& progress) {
    if (command.recipe.empty()) {
        auto options = PARTITA_TRY(optionsOf(command));
        auto inputs = PARTITA_TRY(inputsOf(command, progress));
        return Merge{std::move(inputs), std::move(options)};
    }
    auto recipe = PARTITA_TRY(readMergeRecipe(command.recipe));
    if (!command.output.empty())
        recipe.options.output = command.output;
    if (recipe.options.output.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("the recipe names no output"),
                     {command.recipe},
                     PARTITA_TEXT("add -o FILE")};
    auto inputs = openSources(recipe, [&](const std::filesystem::path& path) {
        return openModel(path.string(), Prepare::asStored, progress);
    });
    return Merge{std::move(inputs), std::move(recipe.options)};
}

nlohmann::json modelJson(const Merge& merge, std::optional<std::size_t> model) {
    return model ? nlohmann::json(merge.inputs[*model].path.string()) : nlohmann::json();
}

/// What to type to get rid of a problem; empty: no option does.
std::string typed(const MergeProblem& problem, const MergeOptions& options) {
    switch (problem.fix) {
    case MergeProblem::Fix::rewriteBinaries: return "--rewrite-binaries";
    case MergeProblem::Fix::keepPacking:
        return options.embed.value_or(false) ? "leave out --embed" : "leave out --external";
    case MergeProblem::Fix::keepOutput: return "merge --dry-run";
    case MergeProblem::Fix::useDevice: return "--device " + problem.subject;
    case MergeProblem::Fix::leaveConnectionOut: return "--connect; 2.x is x of the second model";
    case MergeProblem::Fix::leaveModelOut:
        if (!problem.subject.empty())
            return "--share-input " + problem.subject;
        // Names and imports that clash are sound in each model alone.
        return problem.error.code == Errc::invalidModel ? "`lint` says what is wrong with a model"
                                                        : "";
    case MergeProblem::Fix::choosePrefix: return "--prefix";
    case MergeProblem::Fix::none:
    case MergeProblem::Fix::unshare: break;
    }
    return {};
}

/// The error of a problem, with what to type.
Error errorOf(const MergeProblem& problem, const Merge& merge) {
    return withTyped(problem.error, typed(problem, merge.options));
}

nlohmann::json toJson(const MergeProblem& problem, const Merge& merge) {
    nlohmann::json answer = {
        {"severity", problem.severity == MergeProblem::Severity::error ? "error" : "warning"},
        {"model", modelJson(merge, problem.model)},
        {"what", problem.error.what.text()},
        {"remedy", errorOf(problem, merge).remedy.text()}};
    if (problem.connection) {
        const auto& [input, output] = merge.options.connections[*problem.connection];
        answer["connection"] = {{"input", input}, {"output", output}};
    }
    return answer;
}

nlohmann::json toJson(const MergePlan& plan, const Merge& merge) {
    nlohmann::json answer = {
        {"renames", nlohmann::json::array()},  {"files", nlohmann::json::array()},
        {"clashes", nlohmann::json::array()},  {"steps", nlohmann::json::array()},
        {"problems", nlohmann::json::array()}, {"refused", nullptr}};
    for (const auto& each : plan.renames)
        answer["renames"].push_back({{"kind", each.kind.text()},
                                     {"model", modelJson(merge, each.model)},
                                     {"from", each.from},
                                     {"to", each.to},
                                     {"why", each.why.text()},
                                     {"clashes", each.clashes}});
    for (const auto& each : plan.files)
        answer["files"].push_back({{"name", each.name},
                                   {"bytes", each.size()},
                                   {"sources", each.sources},
                                   {"why", each.why.text()}});
    for (const auto& each : plan.clashes)
        answer["clashes"].push_back({{"what", each.what.text()},
                                     {"from", each.from},
                                     {"to", each.to},
                                     {"resolution", each.resolution.text()},
                                     {"model", modelJson(merge, each.model)}});
    for (const MergeRow& each : mergeStepRows(plan))
        answer["steps"].push_back({{"does", nameOf(each.does).text()},
                                   {"kind", each.what.text()},
                                   {"model", modelJson(merge, each.model)},
                                   {"from", each.from},
                                   {"to", each.to},
                                   {"why", each.why.text()},
                                   {"refused", each.isRefused}});
    for (const auto& each : plan.problems)
        answer["problems"].push_back(toJson(each, merge));
    if (const Error* refused = plan.refusal())
        answer["refused"] = refused->message();
    return answer;
}

void print(const MergePlan& plan, const Merge& merge) {
    const auto nameOfModel = [labels =
                                  sourceLabels(merge.inputs)](std::optional<std::size_t> model) {
        return model ? labels[*model] : std::string();
    };
    for (const auto& each : plan.clashes)
        std::cout << lineText("clash: {}: {}\n", each.what.text(), each.resolution.text());
    for (const auto& each : plan.renames)
        std::cout << lineText("rename: {} '{}' of {} to '{}' ({})\n", each.kind.text(), each.from,
                              nameOfModel(each.model), each.to, each.why.text());
    for (const MergeRow& each : mergeStepRows(plan))
        std::cout << lineText(
            "{}: {}{} '{}'{}{} ({})\n", nameOf(each.does).text(), each.isRefused ? "refused, " : "",
            each.what.text(), each.from, each.model ? " of " + nameOfModel(each.model) : "",
            each.to.empty() || each.to == each.from ? "" : " = '" + each.to + "'", each.why.text());
    for (const auto& each : plan.files)
        std::cout << lineText("file: {}  {}  {}\n", each.name, byteText(each.size()),
                              each.why.text());
    for (const auto& each : plan.problems)
        std::cout << lineText(
            "{}: {}{}\n", each.severity == MergeProblem::Severity::error ? "problem" : "warning",
            each.model ? nameOfModel(each.model) + ": " : "", errorOf(each, merge).message());
}

nlohmann::json toJson(const MergeComparison& compared, const Merge& merge) {
    nlohmann::json answer = nlohmann::json::array();
    for (const MergedOutput& each : compared.outputs) {
        const Difference& difference = each.difference.difference;
        answer.push_back({{"model", modelJson(merge, each.model)},
                          {"output", each.difference.name},
                          {"equal", difference.within},
                          {"max_absolute", figureJson(difference.maxAbsolute)},
                          {"max_relative", figureJson(difference.maxRelative)},
                          {"problem", difference.problem.text()}});
    }
    return answer;
}

void print(const MergeComparison& compared, const Merge& merge) {
    const auto labels = sourceLabels(merge.inputs);
    for (const MergedOutput& each : compared.outputs) {
        const Difference& difference = each.difference.difference;
        std::cout << lineText("check: {} '{}': {}\n", labels[each.model], each.difference.name,
                              difference.within ? "equal"
                              : difference.comparable
                                  ? fmt::format("differs by {:.3g}", difference.figures.absolute)
                                  : difference.problem.text());
    }
    if (compared.isOnCpu)
        std::cout << lineText("check: the CPU ran what no device takes: the reference would take "
                              "minutes\n");
}

/// Declares all files before any work starts.
Result<void> declare(OutputFiles& files, const MergeCommand& command, const Merge& merge) {
    PARTITA_TRY(files.writes(merge.options.output, true));
    PARTITA_TRY(files.writes(command.savedRecipe));
    PARTITA_TRY(command.providers.declare(files));
    if (!command.recipe.empty())
        PARTITA_TRY(files.reads(command.recipe));
    for (const MergeInput& input : merge.inputs)
        PARTITA_TRY(declareModel(files, input.model));
    return {};
}

/// Writes the merge and the recipe, and then compares the merge with its sources if that is wished.
Result<WrittenMerge> write(const MergeCommand& command, const Merge& merge, const MergePlan& plan,
                           const ProviderList& devices, const Progress& progress) {
    const Replace replace = replaceIf(command.force);
    PARTITA_TRY(writeMerge(plan, merge.options.output, progress, replace));
    if (!command.savedRecipe.empty()) {
        const auto folder = std::filesystem::path(command.savedRecipe).parent_path();
        PARTITA_TRY(writeOutput(command.savedRecipe,
                                mergeRecipeText(recipeOf(merge.inputs, merge.options), folder),
                                replace));
    }
    if (!command.check)
        return WrittenMerge();
    // Devices that are named run all of it.
    const MergeTrial trial{devices,
                           command.providers.providers.empty() ? makeJudges() : ProviderList()};
    return tryMerge(plan, merge.inputs, merge.options.output, trial, progress);
}

Result<ExitStatus> runMerge(const MergeCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force || command.dryRun));
    if (!command.output.empty()) // before the models are read
        PARTITA_TRY(OutputFiles(files).writes(command.output, true));
    const auto merge = PARTITA_TRY(mergeOf(command, common.progress));
    PARTITA_TRY(declare(files, command, merge));
    const auto devices = PARTITA_TRY(command.providers.make());
    const MergePlan plan = draftMergeFor(merge.inputs, merge.options, devices);
    const Error* refused = plan.refusal();
    WrittenMerge written;
    if (!refused && !command.dryRun)
        written = PARTITA_TRY(write(command, merge, plan, devices, common.progress));
    const MergeComparison& compared = written.compared;
    std::optional<Error> notRun; // what was written all the same
    if (written.notRun)
        notRun = errorOf(*written.notRun, merge);
    if (common.json) {
        auto answer = toJson(plan, merge);
        if (command.check && !refused) {
            answer["check"] = toJson(compared, merge);
            answer["not_run"] = notRun ? nlohmann::json(notRun->message()) : nlohmann::json();
        }
        printJson(answer);
    } else {
        print(plan, merge);
        print(compared, merge);
        if (notRun)
            std::cout << lineText("written, not run: {}\n", notRun->what.text());
    }
    if (notRun)
        return *std::move(notRun);
    if (refused)
        return errorOf(*std::ranges::find(plan.problems, refused,
                                          [](const auto& each) { return &each.error; }),
                       merge);
    const bool equal = std::ranges::all_of(compared.outputs, [](const MergedOutput& each) {
        return each.difference.difference.within;
    });
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

void addWishes(CLI::App& app, const std::shared_ptr<MergeCommand>& command) {
    // Split here, because CLI11 would drop empty prefixes.
    app.add_option_function<std::string>(
        "--prefix",
        [command](const std::string& text) { command->prefixes = splitText(text, ','); },
        "One prefix for the names of each model, separated by commas; without it, the model's own "
        "name");
    app.add_option("--connect", command->connections,
                   "INPUT=OUTPUT: an input reads an output of another model")
        ->allow_extra_args(false);
    app.add_option("--share-input", command->shared,
                   "Inputs of that name in several models are one input")
        ->allow_extra_args(false);
    app.add_option("--outputs", command->outputs,
                   "Outputs that come first, in this order; the others follow")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--drop-output", command->dropped,
                   "An output that another model reads is no output of the merged model")
        ->allow_extra_args(false);
}

/// The options of recipes. One stands for the models and for all that is said about them.
void addRecipe(CLI::App& app, MergeCommand& command, CLI::Option& models, CLI::Option& output) {
    auto* recipe = app.add_option("--recipe", command.recipe,
                                  "A saved merge, repeated: sources, prefixes, connections and all "
                                  "other wishes");
    for (const char* name : {"--prefix", "--connect", "--share-input", "--outputs", "--drop-output",
                             "--embed", "--external", "--rewrite-binaries"})
        recipe->excludes(app.get_option(name));
    recipe->excludes(&models);
    app.add_option("--save-recipe", command.savedRecipe, "Save this merge, to be repeated");
    app.callback([&command, &models, &output] {
        if (!command.recipe.empty())
            return;
        if (models.empty())
            throw CLI::RequiredError(models.get_name());
        if (output.empty())
            throw CLI::RequiredError(output.get_name());
    });
}

} // namespace

Subcommand addMerge(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("merge", "Put EPContext models together into one, with their "
                                        "binaries");
    auto command = std::make_shared<MergeCommand>();
    auto* models = app->add_option("models", command->models, "EPContext models, two or more");
    auto* output = app->add_option("-o,--output", command->output,
                                   "The merged model; with a recipe, instead of the one in it");
    addWishes(*app, command);
    addPacking(*app, *command);
    addRecipe(*app, *command, *models, *output);
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
