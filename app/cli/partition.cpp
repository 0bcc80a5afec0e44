#include <algorithm>
#include <iostream>
#include <optional>

#include <nlohmann/json.hpp>

#include "app/cli/scenario_arguments.h"
#include "core/base/count_text.h"
#include "core/base/line_text.h"
#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/report/figure_condition.h"
#include "core/report/placement_difference_report.h"
#include "core/report/triage_report.h"
#include "core/session/device_copies.h"
#include "core/session/sized_model.h"
#include "core/session/verdict_rules.h"
#include "core/tasks/placement_report.h"
#include "core/tasks/scenario/model_changes.h"

namespace partita::cli {

namespace {

constexpr Prepare kPrepare = Prepare::toRun;

struct PartitionCommand {
    std::string model, explain, measured;
    std::vector<std::string> outputs, failIf;
    bool force = false, whatWouldHelp = false, triage = false;
    std::optional<std::size_t> suggest; ///< how many remedies to tell; nothing: all
    PartitionArguments arguments;
    ScenarioArguments scenario;
};

/// A placement, and how a scenario made it.
struct Answer {
    UnderScenario under;
    Model model;                                     ///< as written, with the sizes that are known
    std::shared_ptr<const OptimizedModel> optimized; ///< the model that is placed
    Partitioning partitioning;                       ///< of the model as written
    Triage judged;                                   ///< of `partitioning`
    PlacementDifference difference;                  ///< from the placement without the scenario
    std::optional<Remedies> remedies;                ///< that were asked for
    std::optional<Remedies> remediesForPages;        ///< for pages, where the search is cheap
    std::optional<CheckedPlacement> measured;        ///< what `--measured` tells
};

/// Changes tried on the placement under the scenario. Passes start where `simplify` does: with the
/// model as its file has it.
Result<Remedies> remediesOf(const Answer& answer, const Model& stored, const Progress& progress) {
    const AppliedScenario& applied = answer.under.applied;
    const auto changes = modelChangesOf(answer.under.scenario, applied);
    return findRemedies(applied.model, applied.providers,
                        {applied.options, makeConstantEvaluator,
                         storedUnder(stored, changes, applied.model), changes, kPrepare,
                         answer.optimized},
                        progress);
}

/// All nodes with this name, label or number; several nodes may have the same name.
Result<std::vector<NodeId>> nodesNamed(const Model& model, const std::string& wanted) {
    std::vector<NodeId> found;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->name == wanted || node->label() == wanted || std::to_string(id.value) == wanted)
            found.push_back(id);
    });
    if (found.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("there is no node '{0}'", wanted),
                     {},
                     PARTITA_TEXT("give its name, or its number from the report")};
    return found;
}

void printExplanation(const Model& model, const Partitioning& partitioning, const Triage& judged,
                      NodeId id) {
    const Node& node = *model.node(id);
    std::cout << lineText("{} ({}, {})\n  {}\n", node.label(), node.opType.str(),
                          model.graphPath(node.graph), partitioning.explain(id).text());
    if (partitioning.isFolded(id)) // no provider was asked
        return;
    for (const Verdict& verdict : partitioning.verdicts(id)) {
        const std::string rule = ruleText(verdict).text();
        std::cout << lineText("  {} {:<24} {:<9} {}  [{}{}]\n", verdict.provider + 1,
                              partitioning.providerNames[verdict.provider].full(),
                              verdict.claimed ? "takes it" : "declines", verdict.evidence.text(),
                              reasonName(verdict.code), rule.empty() ? "" : " · " + rule);
    }
    std::cout << triageText(model, partitioning, judged, id);
}

Result<void> explain(const PartitionCommand& command, const Model& model,
                     const Partitioning& partitioning, const Triage& judged, bool asJson) {
    const auto nodes = PARTITA_TRY(nodesNamed(model, command.explain));
    nlohmann::json list = nlohmann::json::array();
    for (const NodeId id : nodes)
        if (asJson)
            list.push_back(nodeJson(model, partitioning, judged, *model.node(id)));
        else
            printExplanation(model, partitioning, judged, id);
    if (asJson)
        printJson({{"nodes", list}});
    return {};
}

void printText(const Model& model, const ProviderList& providers,
               const Partitioning& partitioning) {
    const auto& summary = partitioning.summary;
    std::cout << lineText("{}\n{}\n", headlineTextOf(model, providers, partitioning),
                          predictedLabel(partitioning).text());
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i)
        std::cout << lineText("  {:<24}{:>8} {:<5}{:>6} {}\n", partitioning.providerNames[i].full(),
                              grouped(summary.byProvider[i]),
                              summary.byProvider[i] == 1 ? "node" : "nodes",
                              grouped(summary.partitionsByProvider[i]),
                              summary.partitionsByProvider[i] == 1 ? "partition" : "partitions");
    std::size_t shown = 0, hidden = 0;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto provider = partitioning.providerOf(id);
        const bool judged = !partitioning.verdicts(id).empty();
        if (!judged || (provider && *provider == 0) || node->is("Constant") ||
            partitioning.isFolded(id))
            return;
        if (shown >= 200) {
            ++hidden;
            return;
        }
        if (shown++ == 0)
            std::cout << "\n";
        const Partition* partition = partitioning.partition(id);
        std::cout << lineText("  {:<5} {:<20} {}  {}\n",
                              partition ? partitioning.badge(*partition) : "–", node->opType,
                              node->label(), partitioning.explain(id).text());
    });
    if (hidden)
        std::cout << lineText("  … and {} more; -o report.json, .csv or .html has all of them\n",
                              grouped(hidden));
}

bool isPage(std::optional<ReportFormat> format) {
    return format == ReportFormat::html || format == ReportFormat::markdown;
}

/// Pages tell what would help unasked, where the search is cheap.
PlacementReport reportOf(const PartitionCommand& command, const Answer& answer,
                         ReportFormat format) {
    const AppliedScenario& applied = answer.under.applied;
    PlacementReport report{answer.model,
                           *answer.optimized,
                           answer.partitioning,
                           answer.judged,
                           {command.model, applied.providers, timeText()}};
    if (answer.under.given) {
        report.scenario = &answer.under.scenario;
        report.applied = applied.applied;
        report.notApplied = applied.notApplied;
        report.difference = &answer.difference;
    }
    const std::optional<Remedies>& found =
        answer.remedies || !isPage(format) ? answer.remedies : answer.remediesForPages;
    report.remedies = found ? &*found : nullptr;
    if (!found)
        report.whyNoRemedies =
            PARTITA_TEXT("Not looked for in a model of {0} unless --what-would-help is given",
                         countText(answer.partitioning.summary.nodes, "node", "nodes"));
    report.measured = answer.measured ? &*answer.measured : nullptr;
    return report;
}

Result<void> writeReport(const PartitionCommand& command, const Answer& answer,
                         const std::string& output, const Progress& progress) {
    const ReportFormat format = reportFormatOf(output).value_or(ReportFormat::json); // "-"
    const std::string text =
        PARTITA_TRY(reportText(reportOf(command, answer, format), format, progress));
    return writeOutput(output, text, replaceIf(command.force));
}

bool wantsPage(const PartitionCommand& command) {
    return std::ranges::any_of(
        command.outputs, [](const std::string& output) { return isPage(reportFormatOf(output)); });
}

/// Fails for an ending that no report has, before any work.
Result<void> checkEndings(const std::vector<std::string>& outputs) {
    for (const std::string& output : outputs)
        if (output != "-" && !reportFormatOf(output))
            return Error{Errc::usage,
                         PARTITA_TEXT("'{0}' has no known ending", output),
                         {},
                         PARTITA_TEXT("use .html, .md, .json or .csv")};
    return {};
}

/// The label of the record, and the nodes where the prediction is wrong.
void printMeasured(const Answer& answer) {
    const CheckedPlacement& measured = *answer.measured;
    std::cout << lineText("\n{}: {}\n", measured.placement->label.text(),
                          measured.check.headline().text())
              << notesText(*measured.placement);
    answer.model.nodes().forEach([&](NodeId id, const auto& node) {
        if (measured.check.kind(id) == PredictionCheck::Kind::differs)
            std::cout << lineText("  {:<20} {}  measured on {}\n", node->opType, node->label(),
                                  measuredOn(*measured.placement, id));
    });
}

void printDifference(const Answer& answer) {
    const AppliedScenario& applied = answer.under.applied;
    std::cout << lineText("scenario: {} of {} changes applied, ", applied.applied,
                          answer.under.scenario.changes.size())
              << differenceText(answer.difference);
}

/// Places the model under the scenario, and without it to see the difference.
Result<Answer> placementOf(const PartitionCommand& command, const OpenedModel& opened,
                           const ProviderList& providers, Scenario scenario,
                           const Progress& progress) {
    const auto wishes = PARTITA_TRY(command.arguments.wishes());
    const Model& model = opened.ready;
    Answer answer;
    answer.under = command.scenario.apply(std::move(scenario), model, providers, wishes, progress);
    const AppliedScenario& applied = answer.under.applied;
    auto placement =
        PARTITA_TRY(placeModel(applied.model, applied.providers, applied.options, progress));
    answer.optimized = placement.optimized;
    answer.model = sizedModel(applied.model, *answer.optimized);
    answer.partitioning = std::move(placement.ofSource);
    answer.under.judge(answer.partitioning);
    answer.judged = triage(answer.model, answer.partitioning);
    if (answer.under.given) {
        const auto plain = PARTITA_TRY(placeModel(model, providers, wishes, progress));
        answer.difference = differenceOf(plain.ofSource, answer.partitioning);
        keepNodesOfBoth(answer.difference, model, applied.model);
    }
    if (command.whatWouldHelp) {
        answer.remedies = PARTITA_TRY(remediesOf(answer, opened.stored, progress));
        auto& list = answer.remedies->list;
        list.resize(std::min(list.size(), command.suggest.value_or(list.size())));
    }
    return answer;
}

/// What a runtime wrote about the model as it is stored, laid over the placement.
Result<CheckedPlacement> measuredOver(const PartitionCommand& command, const Model& stored,
                                      const Answer& answer) {
    auto placement = PARTITA_TRY(readMeasuredPlacement(stored, command.measured));
    auto check = checkPrediction(answer.model, answer.partitioning, *placement);
    return CheckedPlacement{std::move(placement), std::move(check)};
}

/// Fails for a figure that these providers do not have, before any work.
Result<std::vector<FigureCondition>> conditionsOf(const std::vector<std::string>& texts,
                                                  const ProviderList& providers) {
    std::vector<std::string> ids;
    for (const auto& provider : providers)
        ids.push_back(provider->info().id);
    const auto figures = placementFigures(ids);
    std::vector<FigureCondition> conditions;
    for (const std::string& text : texts) {
        auto condition = PARTITA_TRY(FigureCondition::parse(text, figures));
        conditions.push_back(std::move(condition));
    }
    return conditions;
}

Result<ExitStatus> runPartition(const PartitionCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(checkEndings(command.outputs));
    for (const std::string& output : command.outputs)
        PARTITA_TRY(files.writes(output));
    PARTITA_TRY(command.arguments.declare(files));
    PARTITA_TRY(command.scenario.declare(files));
    PARTITA_TRY(files.reads(command.measured));
    auto scenario = PARTITA_TRY(command.scenario.read());
    auto providers = PARTITA_TRY(command.arguments.make());
    const auto conditions = PARTITA_TRY(conditionsOf(command.failIf, providers));
    const auto opened = PARTITA_TRY(openBoth(command.model, kPrepare, common.progress));
    PARTITA_TRY(declareModel(files, opened.stored));
    Answer answer =
        PARTITA_TRY(placementOf(command, opened, providers, std::move(scenario), common.progress));
    if (!command.measured.empty())
        answer.measured = PARTITA_TRY(measuredOver(command, opened.stored, answer));
    if (wantsPage(command) && !answer.remedies && isCheapToHelp(answer.partitioning))
        answer.remediesForPages = PARTITA_TRY(remediesOf(answer, opened.stored, common.progress));
    const Model& model = answer.model;
    const Partitioning& partitioning = answer.partitioning;
    for (const std::string& output : command.outputs)
        PARTITA_TRY(writeReport(command, answer, output, common.progress));
    if (!command.explain.empty()) {
        PARTITA_TRY(explain(command, model, partitioning, answer.judged, common.json));
    } else if (!std::ranges::count(command.outputs, "-")) { // "-" has already printed JSON
        if (common.json)
            printJson(reportJson(reportOf(command, answer, ReportFormat::json)));
        else if (command.triage)
            std::cout << triageText(model, answer.under.applied.providers, partitioning,
                                    answer.judged)
                      << lineText("\n{}\n", predictedLabel(partitioning).text());
        else
            printText(model, answer.under.applied.providers, partitioning);
        if (answer.measured && !common.json)
            printMeasured(answer);
        if (answer.under.given && !common.json)
            printDifference(answer);
        if (answer.remedies && !common.json)
            std::cout << '\n' << remediesText(*answer.remedies);
    }
    const auto figureOf = [&](std::string_view name) {
        return placementFigure(partitioning, answer.judged, name);
    };
    for (const FigureCondition& condition : conditions)
        if (condition.holds(figureOf)) {
            std::cerr << lineText("fail: {}\n", condition.text());
            return answerIsNo;
        }
    return answer.under.statusAfter(done);
}

} // namespace

Subcommand addPartition(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("partition", "Which provider runs each node, and why");
    auto command = std::make_shared<PartitionCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("-o,--output", command->outputs,
                    "Report: .html, .md, .json or .csv; - for JSON on standard output; may be "
                    "given several times")
        ->allow_extra_args(false);
    app->add_option("--measured", command->measured,
                    "What a runtime wrote about this model (see placements): laid over the "
                    "prediction, and in the reports");
    app->add_option("--explain", command->explain,
                    "Why one node runs where it does, by its name or number");
    app->add_option("--fail-if", command->failIf,
                    "Exit with status 1 where this is so, for example 'partitions>1' or "
                    "'costly>0 || boundary_bytes>1e6'")
        ->allow_extra_args(false);
    app->add_flag("--what-would-help", command->whatWouldHelp,
                  "The smallest changes that give fewer partitions, or nodes to devices that have "
                  "none, tried one by one");
    app->add_option_function<std::string>(
           "--suggest",
           [command](const std::string& most) {
               command->whatWouldHelp = true;
               const auto number = parseWholeNumber(most);
               if (!most.empty() && number.value_or(0) == 0)
                   throw CLI::ValidationError("--suggest", "give a number of at least 1");
               command->suggest = number;
           },
           "The same; N: only the best N")
        ->expected(0, 1)
        ->type_name("[N]");
    app->add_flag("--triage", command->triage,
                  "The nodes that are not on the first provider by reason and operator, and the "
                  "harm that they do");
    app->add_flag("--force", command->force, kForceHelp);
    command->arguments.addTo(*app);
    command->scenario.addTo(*app);
    return {app, [command, &common] { return runPartition(*command, common); }};
}

} // namespace partita::cli
