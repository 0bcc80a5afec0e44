#include <charconv>
#include <cmath>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/count_text.h"
#include "core/base/try.h"
#include "core/report/partition_report.h"

namespace partita::cli {

namespace {

struct PartitionCommand {
    std::string model, output, explain;
    std::vector<std::string> failIf;
    bool force = false;
    PartitionArguments arguments;
};

/// The value of a figure that --fail-if can name; nothing for an unknown name.
std::optional<double> figure(const Partitioning& partitioning, const std::string& name) {
    const auto& s = partitioning.summary;
    if (name == "nodes")
        return static_cast<double>(s.nodes);
    if (name == "partitions")
        return static_cast<double>(partitioning.partitions.size());
    if (name == "boundary_tensors")
        return static_cast<double>(s.boundaryTensors);
    if (name == "boundary_bytes")
        return static_cast<double>(s.boundaryBytes);
    if (name == "unassigned")
        return static_cast<double>(s.unassigned);
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i) {
        if (name == partitioning.providers[i] + "-nodes")
            return static_cast<double>(s.byProvider[i]);
        if (name == partitioning.providers[i] + "-partitions")
            return static_cast<double>(s.partitionsByProvider[i]);
    }
    return std::nullopt;
}

/// A parsed condition of --fail-if, such as "partitions>1".
struct Condition {
    std::string text, figure, relation;
    double limit = 0;

    [[nodiscard]] bool holdsFor(double value) const {
        return relation == ">"    ? value > limit
               : relation == ">=" ? value >= limit
               : relation == "<"  ? value < limit
               : relation == "<=" ? value <= limit
               : relation == "!=" ? value != limit
                                  : value == limit;
    }
};

/// Fails for a figure that these providers do not have, so that the command fails before any work.
Result<Condition> parseCondition(const std::string& text, const ProviderList& providers) {
    const Error bad{Errc::usage,
                    PARTITA_TEXT("'{0}' is no condition", text),
                    {},
                    PARTITA_TEXT("write FIGURE>NUMBER with nodes, partitions, boundary_tensors, "
                                 "boundary_bytes, unassigned, cpu-nodes, npu-partitions …")};
    const auto begin = std::min(text.find_first_of("<>=!"), text.size());
    const auto end = std::min(text.find_first_not_of("<>=!", begin), text.size());
    Condition condition{text, text.substr(0, begin), text.substr(begin, end - begin), 0};
    const auto [last, error] =
        std::from_chars(text.data() + end, text.data() + text.size(), condition.limit);
    if (error != std::errc() || last != text.data() + text.size() ||
        !std::isfinite(condition.limit))
        return bad;
    const auto& relation = condition.relation;
    if (relation != ">" && relation != ">=" && relation != "<" && relation != "<=" &&
        relation != "!=" && relation != "=" && relation != "==")
        return bad;
    Partitioning none; // an empty partitioning has all figures
    for (const auto& provider : providers)
        none.providers.push_back(provider->info().id);
    none.summary.byProvider.resize(none.providers.size());
    none.summary.partitionsByProvider.resize(none.providers.size());
    if (!figure(none, condition.figure))
        return bad;
    return condition;
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

void printExplanation(const Model& model, const Partitioning& partitioning, NodeId id) {
    const Node& node = *model.node(id);
    std::cout << fmt::format("{} ({}, {})\n  {}\n", node.label(), node.opType.str(),
                             model.graphPath(node.graph), partitioning.explain(id).text());
    for (const Verdict& verdict : partitioning.verdicts(id))
        std::cout << fmt::format("  {} {:<24} {:<9} {}  [{}{}]\n", verdict.provider + 1,
                                 partitioning.providerNames[verdict.provider],
                                 verdict.claimed ? "takes it" : "declines", verdict.evidence.text(),
                                 reasonName(verdict.code),
                                 verdict.place ? " · " + *verdict.place : "");
}

Result<void> explain(const PartitionCommand& command, const Model& model,
                     const Partitioning& partitioning, bool asJson) {
    const auto nodes = PARTITA_TRY(nodesNamed(model, command.explain));
    nlohmann::json list = nlohmann::json::array();
    for (const NodeId id : nodes)
        if (asJson)
            list.push_back(nodeJson(model, partitioning, *model.node(id)));
        else
            printExplanation(model, partitioning, id);
    if (asJson)
        printJson({{"nodes", list}});
    return {};
}

void printText(const Model& model, const Partitioning& partitioning) {
    const auto& summary = partitioning.summary;
    std::cout << partitioning.headlineText() << "\n";
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i)
        std::cout << fmt::format("  {:<24}{:>8} {:<5}{:>6} {}\n", partitioning.providerNames[i],
                                 grouped(summary.byProvider[i]),
                                 summary.byProvider[i] == 1 ? "node" : "nodes",
                                 grouped(summary.partitionsByProvider[i]),
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
                                 grouped(hidden));
}

Result<void> writeReport(const PartitionCommand& command, const Model& model,
                         const Partitioning& partitioning, const ProviderList& providers) {
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
        return writeOutput(
            command.output,
            partitionHtml(model, partitioning, {command.model, providers, timeText()}), replace);
    return Error{Errc::usage,
                 PARTITA_TEXT("'{0}' has no known ending", command.output),
                 {},
                 PARTITA_TEXT("use .json, .csv or .html")};
}

Result<ExitStatus> runPartition(const PartitionCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(files.writes(command.output));
    PARTITA_TRY(command.arguments.declare(files));
    auto providers = PARTITA_TRY(command.arguments.make());
    std::vector<Condition> conditions;
    for (const std::string& text : command.failIf) {
        auto condition = PARTITA_TRY(parseCondition(text, providers));
        conditions.push_back(std::move(condition));
    }
    auto model = PARTITA_TRY(openModel(command.model, Prepare::toRun, common.progress));
    PARTITA_TRY(declareModel(files, model));
    auto partitioning = PARTITA_TRY(partitionModel(model, providers, {}, common.progress));
    if (!command.output.empty())
        PARTITA_TRY(writeReport(command, model, partitioning, providers));
    if (!command.explain.empty()) {
        PARTITA_TRY(explain(command, model, partitioning, common.json));
    } else if (command.output != "-") { // "-" has already printed JSON
        if (common.json)
            printJson(toJson(model, partitioning));
        else
            printText(model, partitioning);
    }
    for (const Condition& condition : conditions)
        if (condition.holdsFor(figure(partitioning, condition.figure).value_or(0))) {
            std::cerr << "fail: " << condition.text << '\n';
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
    app->add_option(
           "--fail-if", command->failIf,
           "Exit with status 1 where this is so, for example 'partitions>1' or 'cpu-nodes>0'")
        ->allow_extra_args(false);
    app->add_flag("--force", command->force, "Overwrite the output");
    command->arguments.addTo(*app);
    return {app, [command, &common] { return runPartition(*command, common); }};
}

} // namespace partita::cli
