#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/report/model_summary.h"

namespace partita::cli {

namespace {

void printText(const ModelSummary& summary) {
    const auto line = [](std::string_view name, const std::string& value) {
        std::cout << fmt::format("{:<22}{}\n", name, value);
    };
    std::string opsets;
    for (const auto& [domain, version] : summary.opsets)
        opsets += fmt::format("{}{} {}", opsets.empty() ? "" : ", ", domain, version);
    line("IR version", std::to_string(summary.irVersion));
    line("Opsets", opsets);
    if (!summary.producer.empty() && summary.producer != " ")
        line("Producer", summary.producer);
    line("Nodes", fmt::format("{} ({} without Constant), {} graphs, {} functions", summary.nodes,
                              summary.nodesWithoutConstants, summary.graphs, summary.functions));
    line("Initializers", fmt::format("{}, {} parameters, {}", summary.initializers,
                                     summary.parameters, byteText(summary.parameterBytes)));
    line("FLOPs", fmt::format("{:.3g}{}", summary.flops,
                              summary.nodesWithoutFlops
                                  ? fmt::format(" ({} nodes of unknown shape left out)",
                                                summary.nodesWithoutFlops)
                                  : ""));
    line("Memory estimate",
         fmt::format("{} weights + {} for the largest node", byteText(summary.parameterBytes),
                     byteText(summary.largestActivationBytes)));
    for (const auto& port : summary.inputs)
        line("Input", fmt::format("{}  {} {}", port.name, port.shape, port.type));
    for (const auto& port : summary.outputs)
        line("Output", fmt::format("{}  {} {}", port.name, port.shape, port.type));
    for (const auto& entry : summary.epContexts)
        line("EPContext", fmt::format("{}  source {}, partition {}, {}, {}", entry.node,
                                      entry.source.empty() ? "?" : entry.source,
                                      entry.partitionName.empty() ? "?" : entry.partitionName,
                                      entry.mainContext ? "primary" : "secondary",
                                      entry.embedMode ? "embedded" : "in " + entry.path));
    for (const auto& [key, value] : summary.metadata)
        line("Metadata", key + " = " + value);
    std::vector<std::pair<std::string, std::size_t>> operators(summary.operators.begin(),
                                                               summary.operators.end());
    std::stable_sort(operators.begin(), operators.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, count] : operators)
        line("Operator", fmt::format("{:<24}{:>8}", name, count));
}

} // namespace

Subcommand addInfo(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "info", "What the model is: versions, inputs, outputs, operators, parameters");
    auto path = std::make_shared<std::string>();
    app->add_option("model", *path, "ONNX model")->required();
    return {app, [path, &common] {
                auto model = openModel(*path, Prepare::inferred, common.progress);
                if (!model)
                    return fail(model.error());
                const ModelSummary summary = summarize(*model);
                if (common.json)
                    printJson(toJson(summary));
                else
                    printText(summary);
                return static_cast<int>(done);
            }};
}

} // namespace partita::cli
