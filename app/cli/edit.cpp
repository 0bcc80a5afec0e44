#include <algorithm>
#include <iostream>
#include <set>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "app/cli/edit_arguments.h"
#include "core/base/line_text.h"
#include "core/base/log.h"
#include "core/base/try.h"
#include "core/edits/output_types.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/write_with_binaries.h"
#include "core/onnx/check.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/provider/partitioning.h"

namespace partita::cli {

namespace {

struct EditCommand {
    std::string model, output, saveScript;
    EditArguments changes;
    bool dryRun = false, partly = false, force = false;
};

/// A finding about the edited model.
struct Problem {
    Finding finding;
    std::string node; ///< its label; empty: the finding is about no node
};

/// What a command did, for printing.
struct Done {
    PlayedScript played;
    std::vector<Problem> problems; ///< that the model did not have before
    std::optional<WritePlan> written;
};

Result<std::vector<Finding>> findingsOf(const Model& model, const Progress& progress) {
    auto findings = PARTITA_TRY(checkModel(model, progress));
    std::ranges::move(lintContextNodes(model), std::back_inserter(findings));
    return findings;
}

/// The findings about a model that were not there before.
Result<std::vector<Problem>> newProblems(const Model& before, const Model& after,
                                         const Progress& progress) {
    const auto keyOf = [](const Finding& finding) {
        return finding.rule + finding.text.text() + finding.detail.text();
    };
    std::multiset<std::string> known;
    for (const Finding& finding : PARTITA_TRY(findingsOf(before, progress)))
        known.insert(keyOf(finding));
    std::vector<Problem> problems;
    for (const Finding& finding : PARTITA_TRY(findingsOf(after, progress))) {
        const auto at = known.find(keyOf(finding));
        const auto& node = after.node(finding.node);
        if (at != known.end())
            known.erase(at);
        else
            problems.push_back({finding, node ? node->label() : ""});
    }
    return problems;
}

/// The model as it would be read from its file: with its nodes in order.
Result<Model> asWritten(const Model& model, const Progress& progress) {
    const auto bytes = PARTITA_TRY(serializeModel(edits::withOutputSizes(model, progress)));
    return readModel(Buffer::copyOf(std::as_bytes(std::span(bytes))), sourceFolder(model));
}

void print(const Done& done) {
    for (const PlayedStep& step : done.played.steps)
        std::cout << lineText("{:<8}  {:<22} {:>5}  {}{}\n", step.done ? "done" : "not done",
                              step.op, step.matched, step.text.text(),
                              step.place.empty() ? "" : " (" + step.place + ")");
    for (const Problem& problem : done.problems) {
        std::cout << lineText("problem   {} [{}]\n", problem.finding.text.text(),
                              problem.finding.rule);
        if (!problem.finding.detail.empty())
            std::cout << lineText("          ONNX says: {}\n", problem.finding.detail.text());
    }
    if (!done.written)
        return;
    const WritePlan& plan = *done.written;
    std::cout << lineText("{}  {}\n", plan.modelFile.string(), byteText(plan.modelBytes));
    if (plan.dataBytes)
        std::cout << lineText("{}  {}\n", plan.dataFile.string(), byteText(plan.dataBytes));
}

nlohmann::json toJson(const Done& done) {
    nlohmann::json edits = nlohmann::json::array(), problems = nlohmann::json::array();
    for (const PlayedStep& step : done.played.steps)
        edits.push_back({{"op", step.op},
                         {"matched", step.matched},
                         {"done", step.done},
                         {"text", step.text.text()},
                         {"place", step.place}});
    for (const auto& [finding, node] : done.problems)
        problems.push_back(findingJson(finding, node));
    nlohmann::json answer = {{"complete", done.played.complete},
                             {"edits", std::move(edits)},
                             {"problems", std::move(problems)}};
    if (done.written)
        answer.update({{"model", done.written->modelFile.string()},
                       {"model_bytes", done.written->modelBytes},
                       {"data", done.written->dataFile.string()},
                       {"data_bytes", done.written->dataBytes}});
    return answer;
}

Result<void> declareFiles(OutputFiles& files, const EditCommand& command, const Model& model,
                          const EditScript& script) {
    PARTITA_TRY(files.writes(command.saveScript));
    for (const std::string& path : command.changes.scripts())
        PARTITA_TRY(files.reads(path));
    for (const auto& path : filesOf(script))
        PARTITA_TRY(files.reads(path));
    WriteOptions options;
    options.replace = files.replace();
    return declareModel(files, model, command.dryRun ? std::string() : command.output, options);
}

Result<void> write(Done& done, const Model& before, const EditCommand& command,
                   const Common& common) {
    WriteOptions options;
    options.replace = replaceIf(command.force);
    options.check = [&](const Model& written) -> Result<void> {
        done.problems = PARTITA_TRY(newProblems(before, written, common.progress));
        return {};
    };
    done.written = PARTITA_TRY(writeWithBinaries(
                                   edits::withOutputSizes(done.played.model, common.progress),
                                   sourceFolder(before), command.output, options, common.progress))
                       .plan;
    for (const Message& note : done.written->notes)
        log(LogLevel::warning, note);
    return {};
}

Result<ExitStatus> runEdit(const EditCommand& command, const Common& common) {
    if (command.output.empty() && !command.dryRun)
        return Error{Errc::usage,
                     PARTITA_TEXT("it is not said where the edited model goes"),
                     {},
                     PARTITA_TEXT("give -o FILE, or --dry-run to write nothing")};
    if (command.changes.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("no edit is given"),
                     {},
                     PARTITA_TEXT("`edit --help` lists the edits; --script takes a file of them")};
    OutputFiles files(replaceIf(command.force));
    if (!command.dryRun)
        PARTITA_TRY(files.writes(command.output, true));
    const auto model = PARTITA_TRY(openModel(command.model, Prepare::asStored, common.progress));
    const auto script = PARTITA_TRY(command.changes.steps(model));
    PARTITA_TRY(declareFiles(files, command, model, script));
    Done result{playScript(model, script, command.partly, common.progress), {}, {}};
    if (common.progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled, nothing was written"), {}, {}};
    const bool goesOn = result.played.complete || command.partly;
    if (goesOn && command.dryRun)
        result.problems = PARTITA_TRY(newProblems(
            model, PARTITA_TRY(asWritten(result.played.model, common.progress)), common.progress));
    else if (goesOn)
        PARTITA_TRY(write(result, model, command, common));
    if (goesOn && !command.saveScript.empty())
        PARTITA_TRY(
            writeOutput(command.saveScript,
                        scriptText(stepsBeside(
                            script, std::filesystem::path(command.saveScript).parent_path())),
                        files.replace()));
    if (common.json)
        printJson(toJson(result));
    else
        print(result);
    if (!goesOn)
        return Error{Errc::usage,
                     PARTITA_TEXT("an edit cannot be done, so nothing was written"),
                     {},
                     PARTITA_TEXT("correct it, or do the others with --partly")};
    const bool sound = std::ranges::none_of(result.problems, [](const Problem& each) {
        return each.finding.severity == Finding::Severity::error;
    });
    return sound && result.played.complete ? done : answerIsNo;
}

} // namespace

Subcommand addEdit(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "edit", "Change a model by hand: by a script, or edit by edit in the order given");
    auto command = std::make_shared<EditCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("-o,--out", command->output, "Model to write");
    command->changes.addTo(*app);
    app->add_option("--save-script", command->saveScript, "Write all edits as one script (JSON)");
    app->add_flag("--dry-run", command->dryRun, "Say what would be done, and write no model");
    app->add_flag("--partly", command->partly, "Do what can be done, and say what cannot");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [command, &common] { return runEdit(*command, common); }};
}

} // namespace partita::cli
