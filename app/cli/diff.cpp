#include <algorithm>
#include <cstdint>
#include <ctime>
#include <iostream>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/text_parts.h"
#include "core/base/try.h"
#include "core/ir/inline_functions.h"
#include "core/report/difference_report.h"
#include "core/session/placement.h"

namespace partita::cli {

namespace {

struct DiffCommand {
    std::string a, b, html;
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
    [[nodiscard]] bool placesOtherwise() const {
        return !other.providers.empty() || !other.device.empty() || !other.options.empty() ||
               !other.config.empty();
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

/// Places the nodes as `partition` does, with functions inlined; the nodes that are not inside of
/// functions keep their ids.
Result<Partitioning> placementOf(const Model& model, const ProviderList& providers,
                                 const PartitionOptions& wishes, const Progress& progress) {
    const Model inlined = PARTITA_TRY(inlineFunctions(model));
    return PARTITA_TRY(placeModel(inlined, providers, wishes, progress)).ofSource;
}

Result<void> writeReports(const DiffCommand& command, const DifferenceReport& report) {
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
                output,
                toJson(report).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n",
                replace));
    return {};
}

/// Refuses what cannot be done before any work starts.
Result<void> checkCommand(DiffCommand& command, OutputFiles& files) {
    if (command.b.empty() && !command.placesOtherwise())
        return Error{Errc::usage,
                     PARTITA_TEXT("there is nothing to compare with"),
                     {},
                     PARTITA_TEXT("name a second model, or another placement with --device-b, "
                                  "--providers-b, --option-b")};
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
    PARTITA_TRY(command.arguments.declare(files));
    return command.other.declare(files);
}

struct Side {
    Model model;
    std::optional<Partitioning> placement;
    [[nodiscard]] ComparedModel compared() const {
        return {model, placement ? &*placement : nullptr};
    }
};

Result<ExitStatus> runDiff(DiffCommand command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(checkCommand(command, files));
    bool placed = true;
    const auto options = PARTITA_TRY(optionsOf(command, placed));
    ProviderList providers[2];
    PartitionOptions wishes[2];
    if (placed) {
        wishes[0] = PARTITA_TRY(command.arguments.wishes());
        wishes[1] = PARTITA_TRY(command.argumentsOfB().wishes());
        providers[0] = PARTITA_TRY(command.arguments.make());
        providers[1] = PARTITA_TRY(command.argumentsOfB().make());
    }
    Side sides[2];
    sides[0].model = PARTITA_TRY(openModel(command.a, Prepare::inferred, common.progress));
    sides[1].model = sides[0].model;
    if (!command.b.empty())
        sides[1].model = PARTITA_TRY(openModel(command.b, Prepare::inferred, common.progress));
    for (int i = 0; i < 2; ++i) {
        PARTITA_TRY(declareModel(files, sides[i].model));
        if (placed)
            sides[i].placement =
                PARTITA_TRY(placementOf(sides[i].model, providers[i], wishes[i], common.progress));
    }
    CompareOptions wanted = options;
    wanted.sameDocument = command.b.empty();
    const auto found = PARTITA_TRY(
        compareModels(sides[0].compared(), sides[1].compared(), wanted, common.progress));
    const DifferenceReport report{sides[0].model, sides[1].model, found, command.a,
                                  command.b.empty() ? "the other placement" : command.b};
    PARTITA_TRY(writeReports(command, report));
    const bool printed = std::ranges::find(command.outputs, "-") != command.outputs.end();
    if (common.json && !printed)
        printJson(toJson(report));
    else if (!printed)
        std::cout << differenceText(report, command.all ? SIZE_MAX : 3);
    return found.equal() ? done : answerIsNo;
}

void addOptions(CLI::App& app, DiffCommand& command) {
    app.add_option("a", command.a, "ONNX model")->required();
    app.add_option("b", command.b,
                   "Model to compare it with; without one, the same model with another placement");
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
    app.add_flag("--force", command.force, "Overwrite outputs");
    command.arguments.addTo(app);
    app.add_option("--providers-b", command.other.providers,
                   "Providers for B instead of those of A")
        ->delimiter(',');
    app.add_option("--device-b", command.other.device, "Device for B instead of that of A");
    app.add_option("--option-b", command.other.options,
                   "Options of providers for B instead of all those of A")
        ->allow_extra_args(false);
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
