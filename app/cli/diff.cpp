#include <algorithm>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/scenario_arguments.h"
#include "core/base/count_text.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/report/difference_report.h"
#include "core/tasks/compared_sides.h"
#include "core/tasks/records/node_times.h"

namespace partita::cli {

namespace {

struct DiffCommand {
    std::string a, b, html, scenarioA, scenarioB, recipeB, measuredA, measuredB, timesA, timesB;
    std::vector<std::string> outputs, ignored;
    double rtol = 0, atol = 0;
    bool force = false, all = false;
    PartitionArguments arguments, other; ///< `other`: what differs for B

    /// The arguments for B: those of A with what was given for B in their place.
    [[nodiscard]] PartitionArguments argumentsOfB() const {
        PartitionArguments made = arguments;
        if (!other.providers.empty())
            made.providers = other.providers;
        if (!other.device.empty())
            made.device = other.device;
        if (!other.options.empty())
            made.options = other.options;
        if (!other.config.empty())
            made.config = other.config;
        return made;
    }
    /// Whether something makes B another side than A although no second model is named.
    [[nodiscard]] bool placesOtherwise() const {
        return !scenarioA.empty() || !scenarioB.empty() || !recipeB.empty() || !measuredA.empty() ||
               !measuredB.empty() || !timesB.empty() || !other.providers.empty() ||
               !other.device.empty() || !other.options.empty() || !other.config.empty();
    }
};

Result<CompareOptions> optionsOf(const DiffCommand& command, bool& placed) {
    CompareOptions options;
    options.rtol = command.rtol;
    options.atol = command.atol;
    for (const std::string& name : command.ignored) {
        const auto kind = kindFromName(name);
        if (!kind) {
            std::string known = "placement";
            for (std::size_t i = 0; i < kDifferenceKinds; ++i)
                known += ", " + std::string(kindName(static_cast<DifferenceKind>(i)));
            if (name == "placement") {
                placed = false;
                continue;
            }
            return Error{Errc::usage,
                         PARTITA_TEXT("there is no kind of difference '{0}'", name),
                         {},
                         PARTITA_TEXT("use {0}", known)};
        }
        options.ignored.insert(*kind);
    }
    return options;
}

Result<void> writeReports(const DiffCommand& command, const DifferenceReport& report,
                          const nlohmann::json& answer) {
    const Replace replace = replaceIf(command.force);
    for (const std::string& output : command.outputs)
        if (output.ends_with(".html"))
            PARTITA_TRY(writeOutput(
                output,
                differenceHtml(report, fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))),
                replace));
        else if (output.ends_with(".md"))
            PARTITA_TRY(writeOutput(output, differenceMarkdown(report), replace));
        else
            PARTITA_TRY(writeOutput(
                output, answer.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n",
                replace));
    return {};
}

/// Refuses what cannot be done before any work starts.
Result<void> checkCommand(DiffCommand& command, OutputFiles& files) {
    if (command.b.empty() && !command.placesOtherwise())
        return Error{
            Errc::usage,
            PARTITA_TEXT("there is nothing to compare with"),
            {},
            PARTITA_TEXT("name a second model, or another placement with --scenario-b, "
                         "--device-b, --providers-b, --option-b, --recipe-b, --measured-b, "
                         "--times-b")};
    if (command.a == "-" && (command.b == "-" || command.b.empty()))
        return Error{Errc::usage,
                     PARTITA_TEXT("both models cannot be read from standard input"),
                     {},
                     PARTITA_TEXT("name the file of one of them")};
    if (!command.html.empty() && !command.html.ends_with(".html"))
        return Error{Errc::usage,
                     PARTITA_TEXT("'{0}' has no known ending", command.html),
                     {},
                     PARTITA_TEXT("use .html")};
    if (!command.html.empty())
        command.outputs.push_back(command.html);
    for (const std::string& output : command.outputs) {
        if (output != "-" && !output.ends_with(".json") && !output.ends_with(".html") &&
            !output.ends_with(".md"))
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has no known ending", output),
                         {},
                         PARTITA_TEXT("use .json, .html or .md")};
        PARTITA_TRY(files.writes(output));
    }
    for (const std::string& read :
         {command.scenarioA, command.scenarioB, command.recipeB, command.measuredA,
          command.measuredB, command.timesA, command.timesB})
        PARTITA_TRY(files.reads(read));
    PARTITA_TRY(command.arguments.declare(files));
    return command.other.declare(files);
}

/// The scenarios and the recipe of a command, read before any work starts.
struct SideFiles {
    Scenario scenarios[2];
    std::optional<Recipe> recipe;

    static Result<SideFiles> read(const DiffCommand& command) {
        SideFiles files;
        if (!command.scenarioA.empty())
            files.scenarios[0] = PARTITA_TRY(readScenario(command.scenarioA));
        if (!command.scenarioB.empty())
            files.scenarios[1] = PARTITA_TRY(readScenario(command.scenarioB));
        if (!command.recipeB.empty())
            files.recipe = PARTITA_TRY(readRecipe(command.recipeB));
        return files;
    }
};

/// Both sides, without their placements.
struct Sides {
    ComparisonSide a, b;
    bool sameDocument = false; ///< B is a state of A
};

bool isSameFile(const DiffCommand& command) {
    std::error_code error;
    return command.b.empty() ||
           (command.b != "-" && std::filesystem::equivalent(command.a, command.b, error));
}

/// Names both sides by what makes them another placement.
void nameSides(const DiffCommand& command, Sides& sides) {
    std::string a = sides.a.name.text(), b = sides.b.name.text();
    if (!command.scenarioA.empty())
        a += " under " + command.scenarioA;
    if (!command.measuredA.empty())
        a += " as in " + command.measuredA;
    if (!command.scenarioB.empty())
        b += " under " + command.scenarioB;
    else if (sides.sameDocument && !command.other.device.empty())
        b += " on " + command.other.device;
    if (!command.measuredB.empty())
        b += " as in " + command.measuredB;
    if (command.b.empty() && a == b)
        b = "the other placement";
    sides.a.name = std::move(a);
    sides.b.name = std::move(b);
}

Result<Sides> readSides(const DiffCommand& command, const SideFiles& files,
                        const Progress& progress) {
    Sides sides;
    sides.a.name = command.a;
    sides.a.scenario = files.scenarios[0];
    const auto openInto = [&](ComparisonSide& side, const std::string& path) -> Result<void> {
        auto opened = PARTITA_TRY(openBoth(path, Prepare::inferred, progress));
        side.stored = std::move(opened.stored);
        side.model = std::move(opened.ready);
        return {};
    };
    PARTITA_TRY(openInto(sides.a, command.a));
    sides.sameDocument = isSameFile(command);
    sides.b.name = sides.sameDocument ? command.a : command.b;
    sides.b.scenario = files.scenarios[1];
    sides.b.stored = sides.a.stored;
    sides.b.model = sides.a.model;
    if (!sides.sameDocument)
        PARTITA_TRY(openInto(sides.b, command.b));
    if (files.recipe)
        sides.b.name = sides.b.name.text() + ", simplified by " + command.recipeB;
    const auto evaluator = makeConstantEvaluator();
    sides.a = PARTITA_TRY(
        sideFrom({{}, command.measuredA, {}}, std::move(sides.a), evaluator.get(), progress));
    sides.b = PARTITA_TRY(sideFrom({files.recipe, command.measuredB, {}}, std::move(sides.b),
                                   evaluator.get(), progress));
    if (sides.a.measured && sides.b.measured)
        sides.a.recordedNames = sides.b.recordedNames = RecordedNames::own;
    nameSides(command, sides);
    return sides;
}

void addNotes(std::vector<std::string>& notes, const char* which, const PlacedSide& side) {
    for (const SideNote& note : notesOf(side, Message(which)))
        notes.push_back(note.text.text());
}

Result<PlacedSide> placed(ComparisonSide side, const PartitionArguments& arguments, bool wanted,
                          const Progress& progress) {
    if (!wanted && side.scenario.changes.empty()) {
        PlacedSide made;
        made.name = std::move(side.name);
        made.stored = std::move(side.stored);
        made.model = std::move(side.model);
        return made;
    }
    side.wishes = PARTITA_TRY(arguments.wishes());
    side.providers = PARTITA_TRY(arguments.make());
    auto made = PARTITA_TRY(placeSide(std::move(side), progress));
    if (!wanted) // the models that the scenarios make are compared
        made.placement = nullptr, made.judged = nullptr;
    return made;
}

/// The times of a side: from a file of their own, else from its record; nothing: it has none.
Result<std::optional<NodeTimes>> timesOf(const PlacedSide& side, const std::string& file) {
    if (!file.empty())
        return std::optional(PARTITA_TRY(readNodeTimes(side.model, file)));
    return side.measured && side.measured->hasTimes() ? std::optional(nodeTimesOf(*side.measured))
                                                      : std::nullopt;
}

/// How the times of both sides differ, where both tell them.
Result<std::optional<TimeDifferences>> timeDifferences(const DiffCommand& command,
                                                       const ModelDifferences& found,
                                                       const PlacedSide& a, const PlacedSide& b) {
    const auto before = PARTITA_TRY(timesOf(a, command.timesA)),
               after = PARTITA_TRY(timesOf(b, command.timesB));
    if (command.timesA.empty() != command.timesB.empty() && !(before && after))
        return Error{Errc::usage,
                     PARTITA_TEXT("only one side tells times of nodes"),
                     {},
                     PARTITA_TEXT("name a file for the other side with --times-a, --times-b, or a "
                                  "record with times")};
    return before && after ? std::optional(compareTimes(found, *before, *after)) : std::nullopt;
}

nlohmann::json answerJson(const DifferenceReport& report, const PlacedSide& a,
                          const PlacedSide& b) {
    nlohmann::json answer = toJson(report);
    const auto of = [](const PlacedSide& side) {
        return side.scenario.changes.empty()
                   ? nlohmann::json(nullptr)
                   : scenarioJson(side.scenario, side.applied, side.notApplied);
    };
    answer["scenario_a"] = of(a);
    answer["scenario_b"] = of(b);
    return answer;
}

Result<ExitStatus> runDiff(DiffCommand command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(checkCommand(command, files));
    bool isPlaced = true;
    auto options = PARTITA_TRY(optionsOf(command, isPlaced));
    if (!isPlaced && !(command.measuredA + command.measuredB).empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("a record tells a placement, and placements are ignored"),
                     {},
                     PARTITA_TEXT("leave out --ignore placement, or the record")};
    const auto read = PARTITA_TRY(SideFiles::read(command));
    if (isPlaced) { // wrong options fail before the models are read
        PARTITA_TRY(command.arguments.wishes());
        PARTITA_TRY(command.argumentsOfB().make());
    }
    Sides sides = PARTITA_TRY(readSides(command, read, common.progress));
    PARTITA_TRY(declareModel(files, sides.a.model));
    PARTITA_TRY(declareModel(files, sides.b.model));
    // Nodes that two conversions make are not the same ones for having the same ids.
    options.sameDocument =
        sides.sameDocument && !(changesNodes(sides.a.scenario) && changesNodes(sides.b.scenario));
    const auto a =
        PARTITA_TRY(placed(std::move(sides.a), command.arguments, isPlaced, common.progress));
    const auto b =
        PARTITA_TRY(placed(std::move(sides.b), command.argumentsOfB(), isPlaced, common.progress));
    const auto found =
        PARTITA_TRY(compareModels(a.compared(), b.compared(), options, common.progress));
    const auto times = PARTITA_TRY(timeDifferences(command, found, a, b));
    DifferenceReport report{a.model, b.model, found, a.name.text(), b.name.text()};
    report.times = times ? &*times : nullptr;
    addNotes(report.notes, "A", a);
    addNotes(report.notes, "B", b);
    const nlohmann::json answer = answerJson(report, a, b);
    PARTITA_TRY(writeReports(command, report, answer));
    const bool printed = std::ranges::find(command.outputs, "-") != command.outputs.end();
    if (common.json && !printed)
        printJson(answer);
    else if (!printed)
        std::cout << differenceText(report, command.all ? SIZE_MAX : 3);
    const bool whole = a.notApplied.empty() && b.notApplied.empty();
    return found.equal() && whole ? done : answerIsNo;
}

void addOptions(CLI::App& app, DiffCommand& command) {
    app.add_option("a", command.a, "ONNX model")->required();
    app.add_option("b", command.b,
                   "Model to compare it with; without one, the same model with another placement, "
                   "scenario or recipe");
    app.add_option("-o,--output", command.outputs,
                   "Report: .json, .html or .md; - for JSON on standard output")
        ->allow_extra_args(false);
    app.add_option("--html", command.html, "Report as one HTML page (.html)");
    app.add_option("--ignore", command.ignored,
                   "Kinds of differences that do not count, separated by commas: name, metadata "
                   "…; placement: compare the models only")
        ->delimiter(',');
    app.add_option("--rtol", command.rtol,
                   "Allowed difference of constants, relative to each number of A")
        ->check(tolerance());
    app.add_option("--atol", command.atol, "Allowed absolute difference of constants")
        ->check(tolerance());
    app.add_flag("--all", command.all, "Name every node of each group");
    app.add_flag("--force", command.force, kForceHelp);
    command.arguments.addTo(app);
    app.add_option("--providers-b", command.other.providers,
                   "Providers for B instead of those of A")
        ->delimiter(',');
    app.add_option("--device-b", command.other.device, "Device for B instead of that of A");
    app.add_option("--option-b", command.other.options,
                   "Options of providers for B instead of all those of A")
        ->allow_extra_args(false);
    app.add_option("--scenario-a", command.scenarioA, "What if: a scenario for A")
        ->type_name("FILE");
    app.add_option("--scenario-b", command.scenarioB, "What if: a scenario for B")
        ->type_name("FILE");
    app.add_option("--recipe-b", command.recipeB, "Simplifies B by a recipe first")
        ->type_name("FILE");
    app.add_option("--measured-a", command.measuredA,
                   "A as a runtime ran it, by what it wrote (see placements)")
        ->type_name("FILE");
    app.add_option("--measured-b", command.measuredB, "B as a runtime ran it, by what it wrote")
        ->type_name("FILE");
    app.add_option("--times-a", command.timesA,
                   "Times of the nodes of A: what a runtime wrote, or the output of run --json; "
                   "default: those of --measured-a")
        ->type_name("FILE");
    app.add_option("--times-b", command.timesB, "Times of the nodes of B")->type_name("FILE");
    app.add_option("--config-b", command.other.config,
                   "Session options for B instead of all those of A")
        ->allow_extra_args(false);
}

} // namespace

Subcommand addDiff(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "diff", "What differs between two models, or between two placements of one");
    auto command = std::make_shared<DiffCommand>();
    addOptions(*app, *command);
    return {app, [command, &common] { return runDiff(*command, common); }};
}

} // namespace partita::cli
