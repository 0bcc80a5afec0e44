#include <charconv>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/report/partition_report.h"

namespace partita::cli {

namespace {

struct PartitionCommand {
    std::string model, output, explain;
    std::vector<std::string> failIf;
    bool force = false;
    PartitionArguments arguments;
};

/// A figure that --fail-if can name.
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

/// "partitions>1": whether it is so.
Result<bool> holds(const Partitioning& partitioning, const std::string& condition) {
    const auto at = condition.find_first_of("<>=!");
    const Error bad{Errc::usage,
                    "'" + condition + "' is no condition",
                    {},
                    "write FIGURE>NUMBER with nodes, partitions, boundary_tensors, boundary_bytes, "
                    "unassigned, cpu-nodes, npu-partitions …"};
    if (at == std::string::npos)
        return bad;
    const auto value = figure(partitioning, condition.substr(0, at));
    std::string relation = condition.substr(at, 1);
    if (at + 1 < condition.size() && condition[at + 1] == '=')
        relation += '=';
    const std::string text = condition.substr(at + relation.size());
    double limit = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
    if (!value || error != std::errc() || end != text.data() + text.size())
        return bad;
    if (relation == ">")
        return *value > limit;
    if (relation == ">=")
        return *value >= limit;
    if (relation == "<")
        return *value < limit;
    if (relation == "<=")
        return *value <= limit;
    if (relation == "!=")
        return *value != limit;
    if (relation == "=" || relation == "==")
        return *value == limit;
    return bad;
}

Result<void> explainNode(const Model& model, const Partitioning& partitioning,
                         const std::string& wanted) {
    bool found = false;
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->name != wanted && node->label() != wanted && std::to_string(id.value) != wanted)
            return;
        found = true;
        std::cout << fmt::format("{} ({}, {})\n  {}\n", node->label(), node->opType,
                                 model.graphPath(node->graph), partitioning.explain(id));
        for (const Verdict& verdict : partitioning.verdicts(id))
            std::cout << fmt::format("  {} {:<24} {:<9} {}  [{}{}]\n", verdict.provider + 1,
                                     partitioning.providerNames[verdict.provider],
                                     verdict.claimed ? "takes it" : "declines", *verdict.evidence,
                                     reasonName(verdict.code),
                                     verdict.place ? " · " + *verdict.place : "");
    });
    if (!found)
        return Error{Errc::usage,
                     "there is no node '" + wanted + "'",
                     {},
                     "give its name, or its number from the report"};
    return {};
}

void printText(const Model& model, const Partitioning& partitioning) {
    std::cout << partitioning.headline() << "\n";
    for (std::size_t i = 0; i < partitioning.providers.size(); ++i)
        std::cout << fmt::format("  {:<24}{:>8} nodes{:>6} partitions\n",
                                 partitioning.providerNames[i], partitioning.summary.byProvider[i],
                                 partitioning.summary.partitionsByProvider[i]);
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
                                 node->label(), partitioning.explain(id));
    });
    if (hidden)
        std::cout << fmt::format("  … and {} more; -o report.json, .csv or .html has all of them\n",
                                 hidden);
}

Result<void> writeReport(const PartitionCommand& command, const Model& model,
                         const Partitioning& partitioning) {
    const auto ending = [&](std::string_view wanted) { return command.output.ends_with(wanted); };
    if (ending(".json") || command.output == "-")
        return writeOutput(command.output, toJson(model, partitioning).dump(2) + "\n",
                           command.force);
    if (ending(".csv"))
        return writeOutput(command.output, partitionCsv(model, partitioning), command.force);
    if (ending(".html"))
        return writeOutput(command.output, partitionHtml(model, partitioning, command.model),
                           command.force);
    return Error{Errc::usage,
                 "'" + command.output + "' has no known ending",
                 {},
                 "use .json, .csv or .html"};
}

int runPartition(const PartitionCommand& command, const Common& common) {
    auto providers = command.arguments.make();
    if (!providers)
        return fail(providers.error());
    auto model = openModel(command.model, Prepare::toRun, common.progress);
    if (!model)
        return fail(model.error());
    auto partitioning = partitionModel(*model, *providers, {}, common.progress);
    if (!partitioning)
        return fail(partitioning.error());
    if (!command.output.empty())
        if (auto written = writeReport(command, *model, *partitioning); !written)
            return fail(written.error());
    if (!command.explain.empty()) {
        if (auto told = explainNode(*model, *partitioning, command.explain); !told)
            return fail(told.error());
    } else if (common.json) {
        printJson(toJson(*model, *partitioning));
    } else if (command.output != "-") {
        printText(*model, *partitioning);
    }
    for (const auto& condition : command.failIf) {
        const auto met = holds(*partitioning, condition);
        if (!met)
            return fail(met.error());
        if (*met) {
            std::cerr << "fail: " << condition << '\n';
            return answerIsNo;
        }
    }
    return done;
}

} // namespace

Subcommand addPartition(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("partition", "Who runs each node and why");
    auto command = std::make_shared<PartitionCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("-o,--output", command->output,
                    "Report: .json, .csv or .html; - for JSON on standard output");
    app->add_option("--explain", command->explain,
                    "Everything said of one node, by name or number");
    app->add_option("--fail-if", command->failIf,
                    "Exit with 1 if this holds, for example 'partitions>1' or 'cpu-nodes>0'")
        ->allow_extra_args(false);
    app->add_flag("--force", command->force, "Overwrite the output");
    command->arguments.addTo(*app);
    return {app, [command, &common] { return runPartition(*command, common); }};
}

} // namespace partita::cli
