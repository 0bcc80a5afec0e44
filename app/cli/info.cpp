#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/count_text.h"
#include "core/base/line_text.h"
#include "core/base/mapped_files.h"
#include "core/base/number_text.h"
#include "core/base/try.h"
#include "core/epcontext/formats/container.h"
#include "core/epcontext/formats/context_content.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/formats/qnn_binary.h"
#include "core/report/model_summary.h"
#include "core/session/sized_model.h"
#include "core/tasks/models/context_members.h"

namespace partita::cli {

namespace {

void printText(const ModelSummary& summary, const CompiledNodes& compiled) {
    const auto line = [](std::string_view name, const std::string& value) {
        std::cout << lineText("{:<22}{}\n", name, value);
    };
    std::string opsets;
    for (const auto& [domain, version] : summary.opsets)
        opsets += fmt::format("{}{} {}", opsets.empty() ? "" : ", ", domain, version);
    line("IR version", std::to_string(summary.irVersion));
    line("Opsets", opsets);
    if (!summary.producer.empty() && summary.producer != " ")
        line("Producer", summary.producer);
    line("Nodes", fmt::format("{} ({} without Constant), {}, {}", grouped(summary.nodes),
                              grouped(summary.nodesWithoutConstants),
                              countText(summary.graphs, "graph", "graphs"),
                              countText(summary.functions, "function", "functions")));
    line("Initializers", fmt::format("{}, {}, {}", grouped(summary.initializers),
                                     countText(static_cast<std::uint64_t>(summary.parameters),
                                               "parameter", "parameters"),
                                     byteText(summary.parameterBytes)));
    line("FLOPs",
         fmt::format("{:.3g}{}", summary.flops,
                     summary.nodesWithoutFlops
                         ? fmt::format(" ({} of unknown shape left out)",
                                       countText(summary.nodesWithoutFlops, "node", "nodes"))
                         : ""));
    line("Memory estimate",
         fmt::format("{} weights + {} for the largest node", byteText(summary.parameterBytes),
                     byteText(summary.largestActivationBytes)));
    for (const auto& port : summary.inputs)
        line("Input", fmt::format("{}  {} {}", port.name, port.shape, port.type));
    for (const auto& port : summary.outputs)
        line("Output", fmt::format("{}  {} {}", port.name, port.shape, port.type));
    if (const std::string text = compiled.text().text(); !text.empty())
        line("EPContext nodes", text);
    for (const auto& entry : summary.epContexts)
        line("EPContext",
             fmt::format("{}  source {}, partition {}, {}, {}{}", entry.node,
                         entry.source.empty() ? "?" : entry.source,
                         entry.partitionName.empty() ? "?" : entry.partitionName,
                         entry.mainContext ? "primary" : "secondary",
                         entry.embedMode ? "embedded" : "in " + entry.path,
                         entry.sourceModel.empty() ? "" : ", compiled from " + entry.sourceModel));
    for (const auto& [key, value] : summary.metadata)
        line("Metadata", fmt::format("{} = {}", key, value));
    std::vector<std::pair<std::string, std::size_t>> operators(summary.operators.begin(),
                                                               summary.operators.end());
    std::stable_sort(operators.begin(), operators.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, count] : operators)
        line("Operator", fmt::format("{:<24}{:>8}", name, count));
}

/// Describes a binary of EPContext nodes, of any known format; nothing for any other file.
Result<std::optional<nlohmann::json>> binaryInfo(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return std::optional<nlohmann::json>();
    auto bytes = PARTITA_TRY(mapFile(path));
    if (isContainer(bytes.bytes())) {
        const auto container = PARTITA_TRY(Container::open(bytes));
        const ContainerInfo& info = container.info();
        nlohmann::json answer = {
            {"format", "Partita NPU container"}, {"sdk", info.sdk},
            {"hardware", info.hardware},         {"tensors", info.tensors},
            {"tensor_bytes", info.tensorBytes},  {"saved_bytes", info.savedBytes},
            {"graphs", nlohmann::json::array()}};
        for (const auto& graph : info.graphs) {
            const auto model = container.graph(graph.name);
            answer["graphs"].push_back(
                {{"name", graph.name},
                 {"bytes", graph.bytes},
                 {"nodes", model ? nlohmann::json(model->nodes().count()) : nullptr}});
        }
        return std::optional(std::move(answer));
    }
    if (isOvepBin(bytes.bytes())) {
        const auto bin = PARTITA_TRY(readOvepBin(bytes));
        nlohmann::json answer = {{"format", "OpenVINO container (OVEP_BIN)"},
                                 {"sdk", bin.version},
                                 {"hardware", bin.producer},
                                 {"graphs", nlohmann::json::array()}};
        for (const OvepBlob& blob : bin.blobs)
            answer["graphs"].push_back({{"name", blob.name}, {"bytes", blob.data.size()}});
        return std::optional(std::move(answer));
    }
    if (const auto graphs = qnnGraphNames(bytes.bytes(), {});
        !graphs.empty() && std::filesystem::path(path).extension() == ".bin") {
        nlohmann::json answer = {{"format", "QNN context binary"},
                                 {"graphs", nlohmann::json::array()}};
        for (const std::string& name : graphs)
            answer["graphs"].push_back({{"name", name}});
        return std::optional(std::move(answer));
    }
    return std::optional<nlohmann::json>();
}

void printBinary(const nlohmann::json& info) {
    const auto text = [&](const char* key) { return info.value(key, std::string()); };
    const auto bytes = [](const nlohmann::json& from, const char* key) {
        return byteText(from.value(key, std::uint64_t{0}));
    };
    std::cout << lineText("{:<22}{}\n", "Format", text("format"));
    if (!text("sdk").empty())
        std::cout << lineText("{:<22}{}\n", "Compiled by", text("sdk"));
    if (!text("hardware").empty())
        std::cout << lineText("{:<22}{}\n", "For", text("hardware"));
    if (info.contains("tensors"))
        std::cout << lineText("{:<22}{}, {}; {} saved by keeping equal ones once\n", "Tensors",
                              info["tensors"].get<std::size_t>(), bytes(info, "tensor_bytes"),
                              bytes(info, "saved_bytes"));
    for (const auto& graph : info["graphs"])
        std::cout << lineText(
            "{:<22}{}{}{}\n", "Graph", graph["name"].get<std::string>(),
            graph.contains("bytes") ? "  " + bytes(graph, "bytes") : "",
            graph.contains("nodes") && graph["nodes"].is_number()
                ? "  " + countText(graph["nodes"].get<std::size_t>(), "node", "nodes")
                : "");
}

struct InfoCommand {
    std::string model, inside, source;
};

/// Prints which nodes of the source model are inside of an EPContext node.
Result<ExitStatus> printInside(const InfoCommand& command, const Common& common) {
    const Model model = PARTITA_TRY(openModel(command.model, Prepare::asStored, common.progress));
    const auto contexts = epContextsOf(model);
    auto context = std::ranges::find_if(contexts, [&](const EpContext& each) {
        return each.name == command.inside || model.node(each.node)->label() == command.inside;
    });
    if (const auto number = parseWholeNumber(command.inside);
        context == contexts.end() && number && *number > 0 && *number <= contexts.size())
        context = contexts.begin() + static_cast<std::ptrdiff_t>(*number - 1);
    if (context == contexts.end())
        return Error{Errc::usage,
                     PARTITA_TEXT("the model has no EPContext node '{0}'", command.inside),
                     {command.model},
                     PARTITA_TEXT("`info` lists its EPContext nodes")};
    const ContextMembers members = PARTITA_TRY(
        membersOfContext(model, command.model, context->node, command.source, common.progress));
    if (common.json) {
        printJson({{"node", model.node(context->node)->label()},
                   {"source_model", members.file.string()},
                   {"nodes", members.names},
                   {"operators", members.operatorCounts()}});
        return done;
    }
    std::cout << lineText("{:<22}{}\n{:<22}{}\n", "Source model", members.file.string(), "Inside",
                          countText(members.nodes.size(), "node", "nodes"));
    for (const auto& [name, count] : members.operators)
        std::cout << lineText("{:<22}{:<24}{:>8}\n", "Operator", name, count);
    for (const std::string& name : members.names)
        std::cout << lineText("{:<22}{}\n", "Node", name);
    return done;
}

} // namespace

Subcommand addInfo(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "info", "What the model is: versions, inputs, outputs, operators, parameters");
    auto command = std::make_shared<InfoCommand>();
    app->add_option("model", command->model, "ONNX model, or the binary of a context model")
        ->required();
    auto* inside = app->add_option(
        "--inside", command->inside,
        "Instead, which nodes of the source model are inside of this EPContext node: its name, or "
        "its place from 1 on");
    app->add_option("--source", command->source,
                    "The source model, where it is not beside the context model")
        ->needs(inside);
    return {app, [command, &common]() -> Result<ExitStatus> {
                if (!command->inside.empty())
                    return printInside(*command, common);
                const auto binary = PARTITA_TRY(binaryInfo(command->model));
                if (binary) {
                    common.json ? printJson(*binary) : printBinary(*binary);
                    return done;
                }
                const Model model =
                    PARTITA_TRY(openModel(command->model, Prepare::inferred, common.progress));
                const auto placed = PARTITA_TRY(
                    optimizeModel(model, OptimizationLevel::basic, makeConstantEvaluator(),
                                  FoldConstants::whenRead, common.progress));
                const ModelSummary summary = summarize(sizedModel(model, placed));
                const CompiledNodes compiled =
                    compiledNodesOf(model, std::filesystem::path(command->model).parent_path());
                if (common.json) {
                    auto answer = toJson(summary);
                    answer["compiled_nodes"] = compiled.compiled;
                    answer["nodes_inside"] =
                        compiled.inside ? nlohmann::json(*compiled.inside) : nlohmann::json();
                    printJson(answer);
                } else {
                    printText(summary, compiled);
                }
                return done;
            }};
}

} // namespace partita::cli
