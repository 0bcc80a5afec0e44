#include <filesystem>
#include <iostream>

#include <nlohmann/json.hpp>

#include "app/cli/runtime_arguments.h"
#include "app/cli/scenario_arguments.h"
#include "core/base/count_text.h"
#include "core/base/escaped_text.h"
#include "core/base/line_text.h"
#include "core/base/mapped_files.h"
#include "core/base/try.h"
#include "core/edits/name_patterns.h"
#include "core/edits/part_of_model.h"
#include "core/epcontext/formats/context_tool.h"
#include "core/epcontext/generate.h"
#include "core/ir/extract.h"
#include "core/onnx/write.h"
#include "core/report/model_summary.h"
#include "core/tasks/compiled_models.h"

namespace partita::cli {

namespace {

struct CompileCommand {
    std::string input, output, prefix, external;
    bool embed = false, force = false, keepConstants = false;
    PartitionArguments providers;
    ScenarioArguments scenario;
    WithArguments with; ///< a provider of ONNX Runtime compiles
    bool bySession = false;
};

/// The command's flags override session options.
void addFlags(const CompileCommand& command, GenerateOptions& generate) {
    if (!command.output.empty())
        generate.output = command.output;
    generate.embed = generate.embed || command.embed;
    generate.replace = replaceIf(command.force);
    if (!command.prefix.empty())
        generate.prefix = command.prefix;
    if (!command.external.empty())
        generate.externalInitializers = command.external;
}

/// The session options, overridden by the command's flags.
Result<ContextSessionOptions> optionsOf(const CompileCommand& command) {
    auto options = PARTITA_TRY(command.providers.contextOptions());
    addFlags(command, options.generate);
    return options;
}

Result<void> declare(OutputFiles& files, const std::vector<std::filesystem::path>& outputs,
                     const ProviderList& providers, const GenerateOptions& options) {
    for (const auto& output : outputs)
        files.makes(output.parent_path());
    for (const auto& file : contextFiles(outputs, providers, options))
        PARTITA_TRY(files.writes(file));
    return {};
}

Result<ExitStatus> runCompile(const CompileCommand& command, const Common& common) {
    const auto options = PARTITA_TRY(optionsOf(command));
    auto scenario = PARTITA_TRY(command.scenario.read());
    const auto chosen = PARTITA_TRY(command.providers.make());
    // A scenario names nodes of functions, too, and types that only inference finds.
    const auto opened = PARTITA_TRY(
        openModel(command.input, command.scenario.file.empty() ? Prepare::asStored : Prepare::toRun,
                  common.progress, options.weightsFolder));
    PartitionOptions wishes;
    wishes.level = options.level;
    UnderScenario under =
        command.scenario.apply(std::move(scenario), opened, chosen, wishes, common.progress);
    const Model& model = under.applied.model;
    const ProviderList& providers = under.applied.providers;
    const GenerateOptions& generate = options.generate;
    const std::filesystem::path source = command.input == "-" ? "" : command.input;
    const auto output = generate.output.empty() ? contextPathFor(source) : generate.output;
    const bool isNamed = !source.empty() || !generate.output.empty(); // else it fails below
    OutputFiles files(generate.replace);
    PARTITA_TRY(declareModel(files, model));
    PARTITA_TRY(command.providers.declare(files));
    PARTITA_TRY(command.scenario.declare(files));
    if (isNamed)
        PARTITA_TRY(declare(files, {output}, providers, generate));
    wishes = under.applied.options;
    if (command.keepConstants)
        wishes.level = OptimizationLevel::disabled;
    auto ready =
        PARTITA_TRY(prepareToCompile(source, model, providers, wishes, nullptr, common.progress));
    under.judge(ready.partitioning);
    PARTITA_TRY(checkPlacement(options, ready.model, ready.partitioning));
    const Compiled compiled =
        PARTITA_TRY(compileModels({{std::move(ready)}, generate}, providers, common.progress));
    const std::string written = compiled.outputs.front().string();
    if (common.json) {
        nlohmann::json answer = {{"output", written},
                                 {"partitions", compiled.partitions},
                                 {"binary_bytes", compiled.binaryBytes},
                                 {"files", compiled.files}};
        if (under.given)
            answer["scenario"] = under.toJson();
        printJson(answer);
        return under.statusAfter(done);
    }
    std::cout << lineText("{}: {} compiled, {}\n", written,
                          countText(compiled.partitions, "partition", "partitions"),
                          byteText(compiled.binaryBytes));
    return under.statusAfter(done);
}

/// `compile --with`.
Result<ExitStatus> compileWith(const CompileCommand& command, const Common& common) {
    const auto arguments = PARTITA_TRY(command.with.session(command.providers));
    const auto runtime = PARTITA_TRY(arguments.runtime());
    auto session = PARTITA_TRY(arguments.session(command.input));
    RealCompilation wish{{}, command.bySession};
    PARTITA_TRY(takeContextEntries(session, wish.options));
    addFlags(command, wish.options);
    if (wish.options.output.empty())
        wish.options.output = contextPathFor(command.input);
    OutputFiles files(wish.options.replace);
    const auto source = PARTITA_TRY(openModel(command.input, Prepare::asStored, common.progress));
    PARTITA_TRY(declareModel(files, source));
    PARTITA_TRY(arguments.declare(files));
    files.makes(wish.options.output.parent_path());
    PARTITA_TRY(files.writes(wish.options.output));
    const Compiled compiled =
        PARTITA_TRY(compileInRuntime(runtime, session, std::nullopt, wish, common.progress));
    const RealContext& context = *compiled.byRuntime;
    if (common.json) {
        printJson({{"output", context.output.string()},
                   {"label", context.label().text()},
                   {"onnxruntime", utf8(context.version)},
                   {"by_compiler", context.byCompiler},
                   {"partitions", context.contexts},
                   {"binary_bytes", context.binaryBytes},
                   {"files", context.files},
                   {"findings", findingsJson(context.model, context.findings)}});
        return statusOf(context.findings);
    }
    std::cout << lineText("{}: {}, {}\n{}\n", context.output.string(),
                          countText(context.contexts, "EPContext node", "EPContext nodes"),
                          byteText(context.binaryBytes), context.label().text());
    return printFindings(context.model, context.findings, "lint finds no problem", common);
}

struct SharedCommand {
    std::vector<std::string> models;
    std::string provider = "npu", device, providerOptions, config, folder;
    std::string plugin; ///< a file that describes a provider in a library of its own
    bool force = false;
};

/// Splits "key|value key|value …", the format of ONNX Runtime's tool, into "key=value" entries.
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

/// The error for a provider that only its vendor's compiler can compile for: the command to run.
Error leftToTheTool(const SharedCommand& command) {
    const auto options = assignments(command.providerOptions),
               sessionOptions = assignments(command.config);
    std::string line;
    if (command.plugin.empty()) {
        line = PARTITA_TRY(
            contextToolCommand(command.provider, options, sessionOptions, command.models));
    } else {
        const auto description = PARTITA_TRY(mapFile(command.plugin));
        line = PARTITA_TRY(pluginToolCommand(command.plugin, description.text(), options,
                                             sessionOptions, command.models));
    }
    return {Errc::unsupported,
            PARTITA_TEXT("binaries of {0} are written by its own compiler",
                         command.plugin.empty() ? command.provider : PARTITA_TEXT("a plugin")),
            {},
            PARTITA_TEXT("run ONNX Runtime's tool: {0}", line)};
}

Result<ExitStatus> runShared(const SharedCommand& command, const Common& common) {
    if (!command.plugin.empty() || isContextToolProvider(command.provider))
        return leftToTheTool(command);
    CompileCommand single;
    single.providers.providers = {command.provider, "cpu"};
    single.providers.device = command.device;
    single.providers.options = assignments(command.providerOptions);
    single.providers.config = assignments(command.config);
    single.force = command.force;
    const auto options = PARTITA_TRY(optionsOf(single));
    const auto providers = PARTITA_TRY(single.providers.make());
    const GenerateOptions& generate = options.generate;
    if (!generate.output.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("ep.context_file_path cannot name the files of several models"),
                     {},
                     PARTITA_TEXT("name a folder with -o")};
    std::vector<std::filesystem::path> outputs;
    for (const std::string& path : command.models)
        outputs.push_back(contextPathFor(path, command.folder));
    OutputFiles files(generate.replace);
    PARTITA_TRY(declare(files, outputs, providers, generate));
    const PartitionOptions wishes = PARTITA_TRY(single.providers.wishes());
    CompileRequest request{{}, generate, true, command.folder};
    for (const std::string& path : command.models) {
        const auto model = PARTITA_TRY(openModel(path, Prepare::asStored, common.progress));
        PARTITA_TRY(declareModel(files, model));
        auto ready =
            PARTITA_TRY(prepareToCompile(path, model, providers, wishes, nullptr, common.progress));
        request.models.push_back(std::move(ready));
    }
    const Compiled compiled = PARTITA_TRY(compileModels(request, providers, common.progress));
    nlohmann::json answer = {{"outputs", nlohmann::json::array()},
                             {"binary_bytes", compiled.binaryBytes},
                             {"saved_bytes", compiled.savedBytes}};
    for (const std::filesystem::path& written : compiled.outputs) {
        answer["outputs"].push_back(written.string());
        if (!common.json)
            std::cout << lineText("{}\n", written.string());
    }
    if (common.json)
        printJson(answer);
    else
        std::cout << lineText("{}: {}, {} of equal weights saved\n", compiled.files.front(),
                              byteText(compiled.binaryBytes), byteText(compiled.savedBytes));
    return done;
}

struct ExtractCommand {
    std::string input, output, nodes;
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
                         PARTITA_TEXT("the model has no tensor '{0}'", name),
                         {},
                         PARTITA_TEXT("`info` lists inputs and outputs")};
    }
    return found;
}

/// The nodes that are named, or those between the tensors that are.
Result<Model> partOf(const Model& model, const ExtractCommand& command) {
    if (!command.nodes.empty()) {
        const auto nodes = PARTITA_TRY(nodesNamed(model, command.nodes));
        if (nodes.empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("the model has no node '{0}'", command.nodes),
                         {},
                         PARTITA_TEXT("take the name from the model")};
        return partOfModel(model, nodes);
    }
    if (command.inputs.empty() || command.outputs.empty())
        return Error{Errc::usage,
                     PARTITA_TEXT("it is not said which part is meant"),
                     {},
                     PARTITA_TEXT("give --inputs and --outputs, or --nodes")};
    const auto inputs = PARTITA_TRY(valuesNamed(model, command.inputs));
    const auto outputs = PARTITA_TRY(valuesNamed(model, command.outputs));
    return extractSubgraph(model, model.mainGraph(), nodesBetween(model, inputs, outputs), inputs,
                           outputs);
}

Result<ExitStatus> runExtract(const ExtractCommand& command, const Common& common) {
    OutputFiles files(replaceIf(command.force));
    PARTITA_TRY(files.writes(command.output, true));
    auto model = PARTITA_TRY(openModel(command.input, Prepare::inferred, common.progress));
    PARTITA_TRY(declareModel(files, model, command.output));
    auto part = PARTITA_TRY(partOf(model, command));
    WriteOptions options;
    options.replace = files.replace();
    PARTITA_TRY(writeModel(part, command.output, options, common.progress));
    if (common.json)
        printJson({{"output", command.output}, {"nodes", part.nodes().count()}});
    else
        std::cout << lineText("{}: {}\n", command.output,
                              countText(part.nodes().count(), "node", "nodes"));
    return done;
}

} // namespace

Subcommand addCompile(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "compile", "Compile for a device: write an EPContext model and its binary");
    auto command = std::make_shared<CompileCommand>();
    app->add_option("model", command->input, "ONNX model; - is standard input")->required();
    app->add_option("-o,--output", command->output,
                    "The context model; without it, MODEL_ctx.onnx");
    app->add_flag("--embed", command->embed, "Put the binary into the model file");
    app->add_option("--prefix", command->prefix,
                    "Prefix for the names of nodes, partitions and graphs");
    app->add_option("--external-initializers", command->external,
                    "A file beside the model for the weights that stay on the CPU")
        ->type_name("NAME");
    app->add_flag("--no-fold", command->keepConstants,
                  "Compile the model as written, without the rewrites before the placement");
    app->add_flag("--force", command->force, kForceHelp);
    command->providers.addTo(*app);
    command->scenario.addTo(*app);
    command->with.addTo(*app, "Let your own ONNX Runtime compile: python:PROVIDER or "
                              "python:PROVIDER:LIBRARY; several by several --with, the first "
                              "choice first. -O and --config are then in its words");
    WithArguments::exclude(*app, {"--providers", "--device", "--scenario", "--no-fold"});
    app->add_flag("--by-session", command->bySession,
                  "By session entries also where ONNX Runtime has a ModelCompiler, so that it "
                  "rewrites the model first")
        ->needs("--with");
    return {app, [&common, command] {
                return command->with.given() ? compileWith(*command, common)
                                             : runCompile(*command, common);
            }};
}

Subcommand addCompileShared(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "compile-shared", "Compile several models into EPContext models that share one binary");
    auto command = std::make_shared<SharedCommand>();
    app->add_option("models", command->models, "ONNX models, separated by commas")
        ->delimiter(',')
        ->required();
    auto* provider = app->add_option("-e", command->provider, "Execution provider");
    app->add_option("-p", command->plugin,
                    "A provider in a library of its own, described by this file (.json)")
        ->excludes(provider);
    app->add_option("--device", command->device, "Device profile");
    app->add_option("-i", command->providerOptions,
                    "Options of the provider: \"key|value key|value\"");
    app->add_option("-C", command->config, "Session options: \"key|value key|value\"");
    app->add_option("-o,--output", command->folder, "Folder for all files");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [&common, command] { return runShared(*command, common); }};
}

Subcommand addExtract(CLI::App& program, Common& common) {
    auto* app = program.add_subcommand(
        "extract", "Write a part of a model: between named tensors, or named nodes");
    auto command = std::make_shared<ExtractCommand>();
    app->add_option("model", command->input, "ONNX model")->required();
    app->add_option("output", command->output, "The part to write")->required();
    app->add_option("--inputs", command->inputs, "Tensors that become inputs")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--outputs", command->outputs, "Tensors that become outputs")
        ->delimiter(',')
        ->allow_extra_args(false);
    app->add_option("--nodes", command->nodes,
                    "Nodes to take, by names and patterns as in `edit`; in place of tensors")
        ->excludes("--inputs")
        ->excludes("--outputs");
    app->add_flag("--force", command->force, kForceHelp);
    return {app, [&common, command] { return runExtract(*command, common); }};
}

} // namespace partita::cli
