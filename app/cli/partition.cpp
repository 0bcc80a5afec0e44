#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/try.h"
#include "core/report/figure_condition.h"
#include "core/report/partition_report.h"
#include "core/report/triage_report.h"

namespace partita::cli {

namespace {

struct PartitionCommand {
    std::string model, output, explain;
    std::vector<std::string> failIf;
    bool force = false, triage = false;
    PartitionArguments arguments;
};

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
    std::cout << fmt::format("{} ({}, {})\n  {}\n", node.label(), node.opType.str(),
                             model.graphPath(node.graph), partitioning.explain(id).text());
    for (const Verdict& verdict : partitioning.verdicts(id))
        std::cout << fmt::format("  {} {:<24} {:<9} {}  [{}{}]\n", verdict.provider + 1,
                                 partitioning.providerNames[verdict.provider],
                                 verdict.claimed ? "takes it" : "declines", verdict.evidence.text(),
                                 reasonName(verdict.code),
                                 verdict.place ? " · " + *verdict.place : "");
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

void printText(const Model& model, const Partitioning& partitioning) {
    const auto& summary = partitioning.summary;
    std::cout << partitioning.headlineText() << "\n";
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i)
        std::cout << fmt::format(
            "  {:<24}{:>8} {:<5}{:>6} {}\n", partitioning.providerNames[i], summary.byProvider[i],
            summary.byProvider[i] == 1 ? "node" : "nodes", summary.partitionsByProvider[i],
            summary.partitionsByProvider[i] == 1 ? "partition" : "partitions");
    std::size_t shown = 0, hidden = 0;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        const auto provider = partitioning.providerOf(id);
        const bool judged = !partitioning.verdicts(id).empty();
        if (!judged || (provider && *provider == 0) || node->is("Constant"))
            return;
        if (shown >= 200) {
            ++hidden;
            return;
        }
        if (shown++ == 0)
            std::cout << "\n";
        const Partition* partition = partitioning.partition(id);
        std::cout << fmt::format("  {:<5} {:<20} {}  {}\n",
                                 partition ? partitioning.badge(*partition) : "–", node->opType,
                                 node->label(), partitioning.explain(id).text());
    });
    if (hidden)
        std::cout << fmt::format("  … and {} more; -o report.json, .csv or .html has all of them\n",
                                 hidden);
}

Result<void> writeReport(const PartitionCommand& command, const Model& model,
                         const Partitioning& partitioning) {
    const auto ending = [&](std::string_view wanted) { return command.output.ends_with(wanted); };
    const Replace replace = replaceIf(command.force);
    if (ending(".json") || command.output == "-")
        return writeOutput(command.output,
                           toJson(model, partitioning)
                                   .dump(2, ' ', false, nlohmann::json::error_handler_t::replace) +
                               "\n",
                           replace);
    if (ending(".csv"))
        return writeOutput(command.output, partitionCsv(model, partitioning), replace);
    if (ending(".html"))
        return writeOutput(command.output, partitionHtml(model, partitioning, command.model),
                           replace);
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' has no known ending", command.output),
                 {},
                 PARTITA_TEXT("use .json, .csv or .html")};
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
    PARTITA_TRY(files.writes(command.output));
    PARTITA_TRY(command.arguments.declare(files));
    auto providers = PARTITA_TRY(command.arguments.make());
    const auto conditions = PARTITA_TRY(conditionsOf(command.failIf, providers));
    auto model = PARTITA_TRY(openModel(command.model, Prepare::toRun, common.progress));
    PARTITA_TRY(declareModel(files, model));
    auto partitioning = PARTITA_TRY(partitionModel(model, providers, {}, common.progress));
    const Triage judged = triage(model, partitioning);
    if (!command.output.empty())
        PARTITA_TRY(writeReport(command, model, partitioning));
    if (!command.explain.empty()) {
        PARTITA_TRY(explain(command, model, partitioning, judged, common.json));
    } else if (command.output != "-") { // "-" has already printed JSON
        if (common.json)
            printJson(toJson(model, partitioning));
        else if (command.triage)
            std::cout << triageText(model, partitioning, judged);
        else
            printText(model, partitioning);
    }
    const auto figureOf = [&](std::string_view name) {
        return placementFigure(partitioning, judged, name);
    };
    for (const FigureCondition& condition : conditions)
        if (condition.holds(figureOf)) {
            std::cerr << "fail: " << condition.text() << '\n';
            return answerIsNo;
        }
    return done;
}

} // namespace

Subcommand addPartition(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("partition", "Which provider runs each node, and why");
    auto command = std::make_shared<PartitionCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("-o,--output", command->output,
                    "Report: .json, .csv or .html; - for JSON on standard output");
    app->add_option("--explain", command->explain,
                    "Why one node runs where it does, by its name or number");
    app->add_option("--fail-if", command->failIf,
                    "Exit with status 1 where this is so, for example 'partitions>1' or "
                    "'costly>0 || boundary_bytes>1e6'")
        ->allow_extra_args(false);
    app->add_flag("--triage", command->triage,
                  "The nodes that are not on the first provider by reason and operator, and the "
                  "harm that they do");
    app->add_flag("--force", command->force, "Overwrite the output");
    command->arguments.addTo(*app);
    return {app, [command, &common] { return runPartition(*command, common); }};
}

} // namespace partita::cli
