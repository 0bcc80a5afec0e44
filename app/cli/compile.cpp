#include <filesystem>
#include <iostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/cli/command_line.h"
#include "core/base/mapped_files.h"
#include "core/epcontext/formats/context_tool.h"
#include "core/epcontext/generate.h"
#include "core/ir/extract.h"
#include "core/onnx/write.h"
#include "core/report/model_summary.h"

namespace partita::cli {

namespace {

struct CompileCommand {
    std::string input, output, prefix, external;
    bool embed = false, force = false, keepConstants = false;
    PartitionArguments providers;
};

/// Session options, and over them what the flags say.
Result<ContextSessionOptions> optionsOf(const CompileCommand& command) {
    auto options = command.providers.contextOptions();
    if (!options)
        return options;
    GenerateOptions& generate = options->generate;
    if (!command.output.empty())
        generate.output = command.output;
    generate.embed = generate.embed || command.embed;
    generate.replace = replaceIf(command.force);
    if (!command.prefix.empty())
        generate.prefix = command.prefix;
    if (!command.external.empty())
        generate.externalInitializers = command.external;
    return options;
}

Result<void> declare(OutputFiles& files, const std::vector<std::filesystem::path>& outputs,
                     const ProviderList& providers, const GenerateOptions& options) {
    for (const auto& output : outputs)
        files.makes(output.parent_path());
    for (const auto& file : contextFiles(outputs, providers, options))
        if (auto allowed = files.writes(file); !allowed)
            return allowed;
    return {};
}

int runCompile(const CompileCommand& command, const Common& common) {
    auto options = optionsOf(command);
    auto providers = command.providers.make();
    if (!options || !providers)
        return fail(options ? providers.error() : options.error());
    const auto model =
        openModel(command.input, Prepare::asStored, common.progress, options->weightsFolder);
    if (!model)
        return fail(model.error());
    const GenerateOptions& generate = options->generate;
    const std::filesystem::path source = command.input == "-" ? "" : command.input;
    const auto output = generate.output.empty() ? contextPathFor(source) : generate.output;
    const bool isNamed = !source.empty() || !generate.output.empty(); // or it fails below
    OutputFiles files(generate.replace);
    if (const auto allowed = declareModel(files, *model); !allowed)
        return fail(allowed.error());
    if (const auto apart = command.providers.declare(files); !apart)
        return fail(apart.error());
    if (isNamed)
        if (const auto allowed = declare(files, {output}, *providers, generate); !allowed)
            return fail(allowed.error());
    const auto evaluator = command.keepConstants ? nullptr : makeConstantEvaluator();
    const auto ready =
        prepareToCompile(source, *model, *providers, {}, evaluator.get(), common.progress);
    if (!ready)
        return fail(ready.error());
    if (auto allowed = checkPlacement(*options, ready->model, ready->partitioning); !allowed)
        return fail(allowed.error());
    auto context = generateContext(ready->model, ready->partitioning, *providers, source, generate,
                                   common.progress);
    if (!context)
        return fail(context.error());
    if (auto written = writeContext(*context, generate, common.progress); !written)
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

struct SharedCommand {
    std::vector<std::string> models;
    std::string provider = "npu", device, providerOptions, config, folder;
    std::string plugin; ///< a file that describes a provider in a library of its own
    bool force = false;
};

/// "key|value key|value …", as ONNX Runtime's tool writes options.
std::vector<std::string> assignments(const std::string& text) {
    std::vector<std::string> list;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        std::string entry = text.substr(at, end - at);
        if (const auto bar = entry.find('|'); bar != std::string::npos)
            entry[bar] = '=';
        if (!entry.empty())
            list.push_back(std::move(entry));
        at = end + 1;
    }
    return list;
}

/// What to do for a provider that only its own compiler compiles for.
Error leftToTheTool(const SharedCommand& command) {
    const auto options = assignments(command.providerOptions),
               sessionOptions = assignments(command.config);
    Result<std::string> line = std::string();
    if (command.plugin.empty()) {
        line = contextToolCommand(command.provider, options, sessionOptions, command.models);
    } else {
        const auto description = mapFile(command.plugin);
        if (!description)
            return description.error();
        line = pluginToolCommand(command.plugin, description->text(), options, sessionOptions,
                                 command.models);
    }
    if (!line)
        return std::move(line).error();
    return {Errc::unsupported,
            "binaries of " + (command.plugin.empty() ? command.provider : "a plugin") +
                " are written by its own compiler",
            {},
            "run ONNX Runtime's tool: " + *line};
}

int runShared(const SharedCommand& command, const Common& common) {
    if (!command.plugin.empty() || isContextToolProvider(command.provider))
        return fail(leftToTheTool(command));
    CompileCommand single;
    single.providers.providers = {command.provider, "cpu"};
    single.providers.device = command.device;
    single.providers.options = assignments(command.providerOptions);
    single.providers.config = assignments(command.config);
    single.force = command.force;
    auto options = optionsOf(single);
    auto providers = single.providers.make();
    if (!options || !providers)
        return fail(options ? providers.error() : options.error());
    const GenerateOptions& generate = options->generate;
    if (!generate.output.empty())
        return fail({Errc::usage,
                     "ep.context_file_path cannot name the files of several models",
                     {},
                     "name a folder with -o"});
    std::vector<std::filesystem::path> outputs;
    for (const std::string& path : command.models)
        outputs.push_back(contextPathFor(path, command.folder));
    OutputFiles files(generate.replace);
    if (const auto allowed = declare(files, outputs, *providers, generate); !allowed)
        return fail(allowed.error());
    const auto evaluator = makeConstantEvaluator();
    std::vector<GenerateInput> inputs;
    for (const std::string& path : command.models) {
        const auto model = openModel(path, Prepare::asStored, common.progress);
        if (!model)
            return fail(model.error());
        if (const auto apart = declareModel(files, *model); !apart)
            return fail(apart.error());
        auto ready =
            prepareToCompile(path, *model, *providers, {}, evaluator.get(), common.progress);
        if (!ready)
            return fail(ready.error());
        inputs.push_back(*std::move(ready));
    }
    auto contexts = generateShared(inputs, *providers, command.folder, generate, common.progress);
    if (!contexts)
        return fail(contexts.error());
    nlohmann::json json = {{"outputs", nlohmann::json::array()},
                           {"binary_bytes", contexts->front().binaryBytes},
                           {"saved_bytes", contexts->front().savedBytes}};
    if (auto written = writeContexts(*contexts, generate, common.progress); !written)
        return fail(written.error());
    for (const GeneratedContext& context : *contexts) {
        json["outputs"].push_back(context.output.string());
        if (!common.json)
            std::cout << context.output.string() << '\n';
    }
    if (common.json)
        printJson(json);
    else
        std::cout << fmt::format(
            "{}: {}, {} of equal weights saved\n", contexts->front().files.front().name,
            byteText(contexts->front().binaryBytes), byteText(contexts->front().savedBytes));
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
    OutputFiles files(replaceIf(command.force));
    if (const auto allowed = files.writes(command.output, true); !allowed)
        return fail(allowed.error());
    auto model = openModel(command.input, Prepare::inferred, common.progress);
    if (!model)
        return fail(model.error());
    if (const auto allowed = declareModel(files, *model, command.output); !allowed)
        return fail(allowed.error());
    const auto inputs = valuesNamed(*model, command.inputs),
               outputs = valuesNamed(*model, command.outputs);
    if (!inputs || !outputs)
        return fail(inputs ? outputs.error() : inputs.error());
    auto part = extractSubgraph(*model, model->mainGraph(), nodesBetween(*model, *inputs, *outputs),
                                *inputs, *outputs);
    if (!part)
        return fail(part.error());
    WriteOptions options;
    options.replace = files.replace();
    if (auto written = writeModel(*part, command.output, options, common.progress); !written)
        return fail(written.error());
    if (common.json)
        printJson({{"output", command.output}, {"nodes", part->nodes().count()}});
    else
        std::cout << fmt::format("{}: {} nodes\n", command.output, part->nodes().count());
    return done;
}

} // namespace

Subcommand addCompile(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand("compile", "Write an EPContext model and its binary");
    auto command = std::make_shared<CompileCommand>();
    app->add_option("model", command->input, "ONNX model; - is standard input")->required();
    app->add_option("-o,--output", command->output,
                    "The context model; without it, MODEL_ctx.onnx");
    app->add_flag("--embed", command->embed, "The binary inside the model");
    app->add_option("--prefix", command->prefix,
                    "Before the names of nodes, partitions and graphs");
    app->add_option("--external-initializers", command->external,
                    "A file beside the model for the weights that stay on the CPU")
        ->type_name("NAME");
    app->add_flag("--no-fold", command->keepConstants,
                  "Leave nodes that depend on constants only as they are");
    app->add_flag("--force", command->force, "Replace a model that is there");
    command->providers.addTo(*app);
    return {app, [&common, command] { return runCompile(*command, common); }};
}

Subcommand addCompileShared(CLI::App& program, Common& common) {
    auto* app =
        program.add_subcommand("compile-shared", "Write EPContext models that share one binary");
    auto command = std::make_shared<SharedCommand>();
    app->add_option("models", command->models, "ONNX models, separated by commas")
        ->delimiter(',')
        ->required();
    auto* provider = app->add_option("-e", command->provider, "Execution provider");
    app->add_option("-p", command->plugin, "Describes a provider in a library of its own (.json)")
        ->excludes(provider);
    app->add_option("--device", command->device, "Device profile");
    app->add_option("-i", command->providerOptions, "Its options: \"key|value key|value\"");
    app->add_option("-C", command->config, "Session options: \"key|value key|value\"");
    app->add_option("-o,--output", command->folder, "Folder for all files");
    app->add_flag("--force", command->force, "Replace models that are there");
    return {app, [&common, command] { return runShared(*command, common); }};
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
