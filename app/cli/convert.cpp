#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/line_text.h"
#include "core/base/log.h"
#include "core/base/try.h"
#include "core/onnx/convert_version.h"
#include "core/onnx/write.h"

namespace partita::cli {

namespace {

struct ConvertCommand {
    std::string model, output, externalData;
    int opset = 0;
    bool embed = false, force = false;
};

Result<ExitStatus> runConvert(const ConvertCommand& command, const Common& common) {
    if (command.embed && !command.externalData.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("--embed-data and --external-data exclude each other"),
                     {},
                     PARTITA_TEXT("choose one")};
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(files.writes(command.output, true));
    auto model = PARTITA_TRY(openModel(command.model, Prepare::asStored, common.progress));
    WriteOptions options;
    options.replace = files.replace();
    if (command.embed)
        options.data = DataPlacement::embed;
    if (!command.externalData.empty()) {
        options.data = DataPlacement::external;
        options.externalFile = command.externalData;
    }
    PARTITA_TRY(declareModel(files, model, command.output, options));
    if (command.opset)
        model = PARTITA_TRY(convertVersion(model, command.opset));
    const auto plan = PARTITA_TRY(writeModel(model, command.output, options, common.progress));
    for (const Message& note : plan.notes)
        log(LogLevel::warning, note);
    if (common.json)
        printJson({{"model", plan.modelFile.string()},
                   {"model_bytes", plan.modelBytes},
                   {"data", plan.dataFile.string()},
                   {"data_bytes", plan.dataBytes}});
    else
        std::cout << lineText("{}  {}\n", plan.modelFile.string(), byteText(plan.modelBytes))
                  << (plan.dataBytes
                          ? lineText("{}  {}\n", plan.dataFile.string(), byteText(plan.dataBytes))
                          : "");
    return done;
}

} // namespace

Subcommand addConvert(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "convert", "Write the model with another opset, or with its weights in another place");
    auto command = std::make_shared<ConvertCommand>();
    app->add_option("model", command->model, "ONNX model")->required();
    app->add_option("output", command->output, "Model to write")->required();
    app->add_option("--opset", command->opset,
                    "Convert to this opset of ONNX's own operators (ai.onnx)");
    app->add_option("--external-data", command->externalData,
                    "Write the weights to a file of this name beside the output");
    app->add_flag("--embed-data", command->embed, "Write all weights into the model file");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [command, &common] { return runConvert(*command, common); }};
}

} // namespace partita::cli
