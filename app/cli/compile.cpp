#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/epcontext/generate.h"
#include "core/ir/extract.h"
#include "core/onnx/write.h"
#include "core/report/model_summary.h"

namespace partita::cli {

namespace {

struct CompileCommand {
    std::string input, output, prefix, external;
    bool embed = false, force = false;
    PartitionArguments providers;
};

/// The keys of ONNX Runtime's session options.
Result<GenerateOptions> optionsOf(const CompileCommand& command) {
    GenerateOptions options{command.output, command.embed, command.prefix, command.external};
    for (const std::string& entry : command.providers.config) {
        const auto equals = entry.find('=');
        const std::string key = entry.substr(0, equals),
                          value = equals == std::string::npos ? "" : entry.substr(equals + 1);
        if (key == "ep.context_file_path")
            options.output = value;
        else if (key == "ep.context_embed_mode")
            options.embed = value == "1";
        else if (key == "ep.context_node_name_prefix")
            options.prefix = value;
        else if (key == "ep.context_model_external_initializers_file_name")
            options.externalInitializers = value;
    }
    return options;
}

int runCompile(const CompileCommand& command, const Common& common) {
    auto options = optionsOf(command);
    auto providers = command.providers.make();
    if (!options || !providers)
        return fail(options ? providers.error() : options.error());
    auto model = openModel(command.input, Prepare::toRun, common.progress);
    if (!model)
        return fail(model.error());
    const auto output = options->output.empty() ? contextPathFor(command.input) : options->output;
    if (!command.force && std::filesystem::exists(output))
        return fail({Errc::usage,
                     "the output exists already",
                     {output.string()},
                     "choose another name or add --force"});
    auto partitioning = partitionModel(*model, *providers, {}, common.progress);
    if (!partitioning)
        return fail(partitioning.error());
    auto context = generateContext(*model, *partitioning, *providers, command.input, *options,
                                   common.progress);
    if (!context)
        return fail(context.error());
    if (auto written = writeContext(*context, *options, common.progress); !written)
        return fail(written.error());
    if (common.json) {
        nlohmann::json json = {{"output", context->output.string()},
                               {"partitions", context->partitions},
                               {"binary_bytes", context->binaryBytes},
                               {"files", nlohmann::json::array()}};
        for (const auto& file : context->files)
            json["files"].push_back(file.name);
        printJson(json);
        return done;
    }
    std::cout << fmt::format("{}: {} partition{} compiled, {}\n", context->output.string(),
                             context->partitions, context->partitions == 1 ? "" : "s",
                             byteText(context->binaryBytes));
    return done;
}

struct ExtractCommand {
    std::string input, output;
    std::vector<std::string> inputs, outputs;
    bool force = false;
};

Result<std::vector<ValueId>> valuesNamed(const Model& model,
                                         const std::vector<std::string>& names) {
    std::vector<ValueId> found;
    for (const std::string& name : names) {
        const std::size_t before = found.size();
        model.values().forEach([&](ValueId id, const auto& value) {
            if (value->graph == model.mainGraph() && value->name == name)
                found.push_back(id);
        });
        if (found.size() == before)
            return Error{Errc::usage,
                         "the model has no tensor '" + name + "'",
                         {},
                         "`info` lists inputs and outputs"};
    }
    return found;
}

int runExtract(const ExtractCommand& command, const Common& common) {
    if (!command.force && std::filesystem::exists(command.output))
        return fail({Errc::usage,
                     "the output exists already",
                     {command.output},
                     "choose another name or add --force"});
    auto model = openModel(command.input, Prepare::inferred, common.progress);
    if (!model)
        return fail(model.error());
    const auto inputs = valuesNamed(*model, command.inputs),
               outputs = valuesNamed(*model, command.outputs);
    if (!inputs || !outputs)
        return fail(inputs ? outputs.error() : inputs.error());
    auto part = extractSubgraph(*model, model->mainGraph(), nodesBetween(*model, *inputs, *outputs),
                                *inputs, *outputs);
    if (!part)
        return fail(part.error());
    if (auto written = writeModel(*part, command.output, {}, common.progress); !written)
        return fail(written.error());
    std::cout << fmt::format("{}: {} nodes\n", command.output, part->nodes().count());
    return done;
}

} // namespace

Subcommand addCompile(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("compile", "Write an EPContext model and its binary");
    auto command = std::make_shared<CompileCommand>();
    app->add_option("model", command->input, "ONNX model")->required();
    app->add_option("-o,--output", command->output,
                    "The context model; without it, MODEL_ctx.onnx");
    app->add_flag("--embed", command->embed, "The binary inside the model");
    app->add_option("--prefix", command->prefix,
                    "Before the names of nodes, partitions and graphs");
    app->add_option("--external-initializers", command->external,
                    "A file beside the model for the weights that stay on the CPU")
        ->type_name("NAME");
    app->add_flag("--force", command->force, "Replace a model that is there");
    command->providers.addTo(*app);
    return {app, [&common, command] { return runCompile(*command, common); }};
}

Subcommand addExtract(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("extract", "The part of a model between tensors");
    auto command = std::make_shared<ExtractCommand>();
    app->add_option("model", command->input, "ONNX model")->required();
    app->add_option("output", command->output, "The part")->required();
    app->add_option("--inputs", command->inputs, "Tensors that become inputs")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->required();
    app->add_option("--outputs", command->outputs, "Tensors that become outputs")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->required();
    app->add_flag("--force", command->force, "Replace a model that is there");
    return {app, [&common, command] { return runExtract(*command, common); }};
}

} // namespace partita::cli
