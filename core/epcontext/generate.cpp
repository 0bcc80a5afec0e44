#include "core/epcontext/generate.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/base/atomic_files.h"
#include "core/base/log.h"
#include "core/base/output_files.h"
#include "core/base/try.h"
#include "core/base/typed_text.h"
#include "core/epcontext/lint/lint.h"
#include "core/epcontext/merge/merge.h"
#include "core/epcontext/write_with_binaries.h"
#include "core/ir/extract.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/infer_shapes.h"
#include "core/onnx/named_files.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "core/session/placement.h"

namespace partita {

namespace fs = std::filesystem;

namespace {

constexpr const char* kDomain = "com.microsoft";

class Generator {
public:
    /// `source`: the file of the model; empty for a model from memory.
    Generator(const Model& model, const Partitioning& partitioning, const ProviderList& providers,
              const GenerateOptions& options, const fs::path& source)
        : m_model(model), m_partitioning(partitioning), m_providers(providers), m_options(options),
          m_sourceName(source.filename().string()), m_editor(model) {}

    /// Checks the output path, and refuses a model that is compiled already.
    Result<void> begin(const fs::path& output) {
        if (!epContextsOf(m_model).empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("the model is compiled already: it holds EPContext nodes"),
                         {},
                         PARTITA_TEXT("compile the model that it was made from")};
        m_made.output = output;
        if (output.extension().empty())
            return Error{Errc::usage,
                         PARTITA_TEXT("the output must be a file with an ending, no folder"),
                         {output.string()},
                         PARTITA_TEXT("write for example model_ctx.onnx")};
        return checkWritable(output);
    }

    /// Extracts the partitions that a provider compiles, each as a model under its final name.
    Result<std::vector<ContextPart>> partsFor(std::uint32_t place) {
        const ProviderInfo info = m_providers[place]->info();
        m_partitions.clear();
        std::vector<ContextPart> parts;
        for (const Partition& partition : m_partitioning.partitions) {
            if (info.contextSource.empty() || partition.provider != place || !partition.compiled ||
                partition.outputs.empty())
                continue;
            if (const Value* unknown = untypedOutput(partition)) {
                log(LogLevel::warning,
                    partition.nodes.size() == 1
                        ? PARTITA_TEXT("a part of 1 node is not compiled: nobody knows the type or "
                                       "the rank of its output '{0}'",
                                       unknown->name)
                        : PARTITA_TEXT("a part of {0} nodes is not compiled: nobody knows the type "
                                       "or the rank of its output '{1}'",
                                       partition.nodes.size(), unknown->name));
                continue;
            }
            auto part = PARTITA_TRY(extractSubgraph(m_model, partition.graph, partition.nodes,
                                                    partition.inputs, partition.outputs));
            m_partitions.push_back(&partition);
            parts.push_back({"", std::move(part), ""});
        }
        const std::string hash = parts.empty() ? std::string() : hashOf(parts);
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i].name =
                m_options.prefix + info.contextSource + "_" + hash + "_" + std::to_string(i);
        m_names.clear();
        for (const ContextPart& part : parts)
            m_names.push_back(part.name);
        return parts;
    }

    /// Replaces the partitions of the last `partsFor` with EPContext nodes; `cache`: the binary's
    /// bytes, or its path.
    void replaceParts(std::uint32_t place, const std::string& cache) {
        for (std::size_t i = 0; i < m_partitions.size(); ++i)
            replace(*m_partitions[i], m_names[i], *m_providers[place], i == 0, cache);
        m_made.partitions += m_partitions.size();
        if (m_partitions.empty())
            return;
        // ONNX Runtime keeps what a compiled model needs for loading in this metadata.
        const ProviderInfo info = m_providers[place]->info();
        m_compatibility.emplace_back("ep_compatibility_info." + info.contextSource,
                                     "sdk=" PARTITA_VERSION ";hardware=" + info.device);
    }

    GeneratedContext& made() { return m_made; }
    GeneratedContext take() {
        finish();
        return std::move(m_made);
    }

private:
    [[nodiscard]] const Value* untypedOutput(const Partition& partition) const {
        for (const ValueId output : partition.outputs)
            if (const Value& value = *m_model.value(output); !hasKnownType(value))
                return &value;
        return nullptr;
    }

    /// A hash of the compiled parts, which makes names unique when two models have the same file
    /// name.
    static std::string hashOf(const std::vector<ContextPart>& parts) {
        std::uint64_t hash = kHashOfNothing;
        for (const ContextPart& part : parts) {
            const std::string skeleton = serializeSkeleton(part.model, 64);
            hash = hashNumber(std::as_bytes(std::span(skeleton)), hash);
            part.model.values().forEach([&](ValueId, const auto& value) {
                if (value->initializer)
                    if (const auto bytes = elements(*value->initializer))
                        hash = hashNumber(bytes->bytes(), hash);
            });
        }
        return std::to_string(hash);
    }

    void replace(const Partition& partition, const std::string& name,
                 const ExecutionProvider& provider, bool isMain, const std::string& cache) {
        const ProviderInfo info = provider.info();
        for (const NodeId id : partition.nodes)
            m_editor.removeNode(id);
        Node node;
        node.graph = partition.graph;
        node.name = name;
        node.opType = "EPContext";
        node.domain = kDomain;
        for (const ValueId input : partition.inputs)
            node.inputs.push_back(input);
        for (const ValueId output : partition.outputs)
            node.outputs.push_back(output);
        Attributes attributes{Attribute::make("main_context", std::int64_t{isMain}),
                              Attribute::make("embed_mode", std::int64_t{m_options.embed}),
                              Attribute::string("source", info.contextSource),
                              Attribute::string("partition_name", name),
                              Attribute::string("ep_sdk_version", PARTITA_VERSION),
                              Attribute::string("hardware_architecture", info.device)};
        // The name only: a path would tell where the model was compiled, and lead nowhere elsewhere.
        if (!m_sourceName.empty())
            attributes.push_back(Attribute::string("onnx_model_filename", m_sourceName));
        node.attributes = std::make_shared<const Attributes>(std::move(attributes));
        const NodeId added = m_editor.addNode(std::move(node), partition.nodes);
        if (isMain)
            m_editor.setAttribute(added, Attribute::string("ep_cache_context", cache));
    }

    /// Removes the bodies of replaced nodes, and constants and values that no node reads any more.
    void finish() {
        const Model now = m_editor.model();
        std::set<GraphId> kept{now.mainGraph()};
        for (const GraphId function : now.info().functions)
            kept.insert(function);
        now.nodes().forEach([&](NodeId, const auto& node) {
            for (const GraphId body : node->subgraphs())
                kept.insert(body);
        });
        now.nodes().forEach([&](NodeId id, const auto& node) {
            const bool unread = std::ranges::all_of(node->outputs, [&](ValueId output) {
                return !output || (now.consumers(output).empty() && !now.isGraphOutput(output));
            });
            if (!kept.contains(node->graph) || (node->is("Constant") && unread))
                m_editor.removeNode(id);
        });
        const Model left = m_editor.model();
        left.values().forEach([&](ValueId id, const auto& value) {
            const bool used = !left.consumers(id).empty() || left.isGraphOutput(id) ||
                              left.isGraphInput(id) || left.producer(id);
            if (!kept.contains(value->graph) || !used)
                m_editor.removeValue(id);
        });
        left.graphs().forEach([&](GraphId id, const auto&) {
            if (!kept.contains(id))
                m_editor.removeGraph(id);
        });
        m_editor.changeInfo([this](ModelInfo& info) {
            if (!info.opset(kDomain))
                info.opsets.push_back({kDomain, 1});
            auto annotations = info.annotations ? std::make_shared<Annotations>(*info.annotations)
                                                : std::make_shared<Annotations>();
            for (const auto& entry : m_compatibility)
                annotations->metadata.push_back(entry);
            info.annotations = std::move(annotations);
        });
        m_made.model = m_editor.model();
    }

    const Model& m_model;
    const Partitioning& m_partitioning;
    const ProviderList& m_providers;
    const GenerateOptions& m_options;
    std::string m_sourceName;
    ModelEditor m_editor;
    GeneratedContext m_made;
    std::vector<const Partition*> m_partitions; ///< of the last `partsFor`
    std::vector<std::string> m_names;
    Metadata m_compatibility; ///< by provider
};

std::string binaryName(const fs::path& output, const ExecutionProvider& provider) {
    return contextStem(output) + "_" + provider.info().id + ".bin";
}

std::uint64_t weightBytes(const Model& model) {
    std::uint64_t bytes = 0;
    model.values().forEach([&](ValueId, const auto& value) {
        if (value->initializer)
            bytes += value->initializer->byteSize();
    });
    return bytes;
}

/// Compiles the parts that all models have for one provider into one binary.
Result<void> compileFor(std::uint32_t place, std::vector<Generator>& generators,
                        const ProviderList& providers, const GenerateOptions& options,
                        const Progress& progress, const Executor& executor) {
    std::vector<ContextPart> parts;
    std::uint64_t twice = 0;
    for (Generator& generator : generators) {
        auto own = PARTITA_TRY(generator.partsFor(place));
        for (ContextPart& part : own)
            if (std::ranges::find(parts, part.name, &ContextPart::name) == parts.end())
                parts.push_back(std::move(part));
            else // the same part of the same model
                twice += weightBytes(part.model);
    }
    if (parts.empty())
        return {};
    auto binary = PARTITA_TRY(executor.compileContext(providers[place], parts, progress));
    GeneratedContext& first = generators.front().made();
    std::string cache = binaryName(first.output, *providers[place]);
    for (const Buffer& piece : binary.pieces)
        first.binaryBytes += piece.size();
    first.savedBytes += binary.savedBytes + twice;
    if (options.embed) {
        if (first.binaryBytes >= std::uint64_t{1} << 31)
            return Error{
                Errc::unsupported,
                PARTITA_TEXT("the binary is larger than the 2 GiB that a model file may hold"),
                {},
                PARTITA_TEXT("write it beside the model (embed mode 0)")};
        cache.clear();
        for (const Buffer& piece : binary.pieces)
            cache += piece.text();
    } else {
        first.files.push_back({cache, std::move(binary.pieces)});
    }
    for (Generator& generator : generators)
        generator.replaceParts(place, cache);
    return {};
}

Result<std::vector<GeneratedContext>>
generateAll(std::vector<Generator>& generators, const ProviderList& providers,
            const GenerateOptions& options, const Progress& progress, const Executor& executor) {
    for (std::uint32_t place = 0; place < providers.size(); ++place)
        PARTITA_TRY(compileFor(place, generators, providers, options, progress, executor));
    std::vector<GeneratedContext> contexts;
    for (Generator& generator : generators) {
        if (generator.made().partitions == 0)
            return Error{
                Errc::unsupported,
                PARTITA_TEXT("unable to compile any nodes"),
                {generator.made().output.string()},
                seeTyped(PARTITA_TEXT("choose another device, or change what keeps the nodes away"),
                         "`partition`")};
        contexts.push_back(generator.take());
    }
    return contexts;
}

} // namespace

fs::path contextPathFor(const fs::path& model, const fs::path& folder) {
    return (folder.empty() ? model.parent_path() : folder) / (model.stem().string() + "_ctx.onnx");
}

std::vector<fs::path> contextFiles(const std::vector<fs::path>& outputs,
                                   const ProviderList& providers, const GenerateOptions& options) {
    std::vector<fs::path> files = outputs;
    if (outputs.empty())
        return files;
    const fs::path& first = outputs.front();
    const auto add = [&](const fs::path& output, const std::string& name) {
        const fs::path folder = output.parent_path();
        files.push_back(folder / freeName(folder, name, filesNamedBeside(output)));
    };
    for (const auto& provider : providers)
        if (!options.embed && !provider->info().contextSource.empty())
            add(first, binaryName(first, *provider));
    if (!options.externalInitializers.empty())
        for (const fs::path& output : outputs)
            add(output, options.externalInitializers);
    return files;
}

namespace {

/// Fails for a weight whose elements are missing or of another number than its shape says: a
/// compiled model would hold it as it is, and compute wrong numbers.
Result<void> checkWeights(const Model& model) {
    Result<void> sound;
    model.values().forEach([&](ValueId id, const auto& value) {
        const bool isRead = !model.consumers(id).empty() || model.isGraphOutput(id);
        if (!sound || !value->initializer || !isRead ||
            value->initializer->storage == Tensor::Storage::strings)
            return;
        if (auto data = elements(*value->initializer); !data)
            sound = std::move(data).error();
    });
    return sound;
}

} // namespace

Result<GenerateInput> prepareToCompile(const fs::path& path, const Model& model,
                                       const ProviderList& providers,
                                       const PartitionOptions& wishes,
                                       std::unique_ptr<ConstantEvaluator> evaluator,
                                       const Progress& progress) {
    const auto inlined = PARTITA_TRY(inlineFunctions(model));
    PARTITA_TRY(checkWeights(inlined));
    const Model ready = inferShapesOrWarn(inlined, progress);
    if (!evaluator)
        evaluator = evaluatorOf(providers);
    auto optimized = PARTITA_TRY(
        optimizeModel(ready, wishes.level, std::move(evaluator), FoldConstants::now, progress));
    auto placed = PARTITA_TRY(placeOptimized(
        std::make_shared<const OptimizedModel>(std::move(optimized)), providers, wishes, progress));
    auto ofSource = placementOfSource(ready, *placed.optimized, placed.partitioning);
    return GenerateInput{path, placed.optimized->model, std::move(placed.partitioning),
                         std::move(ofSource)};
}

Result<GeneratedContext> generateContext(const Model& model, const Partitioning& partitioning,
                                         const ProviderList& providers, const fs::path& modelPath,
                                         const GenerateOptions& options, const Progress& progress,
                                         const Executor& executor) {
    std::vector<Generator> generators;
    generators.emplace_back(model, partitioning, providers, options, modelPath);
    if (options.output.empty() && modelPath.empty())
        return Error{
            Errc::usage,
            PARTITA_TEXT("Both ep_context_path and model_path are empty."),
            {},
            PARTITA_TEXT(
                "a model from memory needs a name for what is written: ep.context_file_path")};
    const fs::path output = options.output.empty() ? contextPathFor(modelPath) : options.output;
    PARTITA_TRY(generators.front().begin(output));
    auto made = PARTITA_TRY(generateAll(generators, providers, options, progress, executor));
    return std::move(made.front());
}

Result<std::vector<GeneratedContext>>
generateShared(const std::vector<GenerateInput>& inputs, const ProviderList& providers,
               const fs::path& folder, const GenerateOptions& options, const Progress& progress,
               const Executor& executor) {
    if (options.embed)
        return Error{Errc::usage,
                     PARTITA_TEXT("models that share weights cannot hold the binary themselves"),
                     {},
                     PARTITA_TEXT("use embed mode 0")};
    std::vector<Generator> generators;
    std::set<fs::path> outputs, folders;
    for (const GenerateInput& input : inputs) {
        const fs::path output = contextPathFor(input.path, folder);
        if (!outputs.insert(output.lexically_normal()).second)
            return Error{Errc::usage,
                         PARTITA_TEXT("two models would be written to one file"),
                         {output.string()},
                         PARTITA_TEXT("rename one of them, or write them beside their sources")};
        if (!folders.insert(output.lexically_normal().parent_path()).second &&
            !options.externalInitializers.empty())
            return Error{
                Errc::usage,
                PARTITA_TEXT("two models would write their weights on the CPU to one file"),
                {options.externalInitializers},
                PARTITA_TEXT("leave out ep.context_model_external_initializers_file_name")};
        if (folders.size() > 1)
            return Error{Errc::usage,
                         PARTITA_TEXT("models in different folders cannot share a binary, which "
                                      "must lie beside each of them"),
                         {output.string()},
                         PARTITA_TEXT("name one folder for all files")};
        generators.emplace_back(input.model, input.partitioning, providers, options, input.path);
        PARTITA_TRY(generators.back().begin(output));
    }
    if (generators.empty())
        return std::vector<GeneratedContext>();
    return generateAll(generators, providers, options, progress, executor);
}

namespace {

/// Fails for a model that `lint` finds an error in.
Result<void> lintsClean(const Model& model, const fs::path& output, const Progress& progress) {
    const auto findings = PARTITA_TRY(lintContexts(model, output.parent_path(), progress));
    for (const Finding& finding : findings)
        if (finding.severity == Finding::Severity::error)
            return Error{
                Errc::unsupported,
                PARTITA_TEXT("the context model would not load: {0}", finding.text),
                {output.string()},
                seeTyped(PARTITA_TEXT(
                             "simplify the model that it is made from: that writes shapes into it"),
                         "`simplify`")};
    return {};
}

/// Locks all folders, in a fixed order so that two processes cannot deadlock.
Result<std::vector<FolderLock>> lockFolders(const std::vector<GeneratedContext>& contexts) {
    std::set<fs::path> folders;
    for (const GeneratedContext& context : contexts)
        folders.insert(resolvedPath(context.output.parent_path()));
    std::vector<FolderLock> locks;
    for (const fs::path& folder : folders) {
        PARTITA_TRY(makeFolder(folder));
        auto lock = PARTITA_TRY(FolderLock::of(folder));
        locks.push_back(std::move(lock));
    }
    return locks;
}

} // namespace

Result<void> writeContexts(const std::vector<GeneratedContext>& contexts,
                           const GenerateOptions& options, const Progress& progress) {
    const auto locks = PARTITA_TRY(lockFolders(contexts));
    FilesTogether files(options.replace);
    BinaryPaths renamed;
    for (const GeneratedContext& context : contexts)
        for (const GeneratedContext::File& file : context.files) {
            const fs::path folder = context.output.parent_path();
            const std::string name = freeName(folder, file.name, filesNamedBeside(context.output));
            if (name != file.name)
                renamed[file.name] = name;
            if (sameName(name, options.externalInitializers))
                return Error{
                    Errc::usage,
                    PARTITA_TEXT("the binary and the weights on the CPU would be one file"),
                    {name},
                    PARTITA_TEXT("give the weights another name")};
            PARTITA_TRY(files.write(folder / name, file.pieces));
        }
    WriteOptions write;
    write.replace = options.replace;
    if (options.externalInitializers.empty()) {
        write.data = DataPlacement::embed; // does not depend on the source's data file
    } else {
        write.data = DataPlacement::external;
        write.externalFile = options.externalInitializers;
        write.threshold = 0;
    }
    for (const GeneratedContext& context : contexts) {
        const Model model = withBinaryPaths(context.model, renamed);
        write.check = [&](const Model& written) {
            return lintsClean(written, context.output, progress);
        };
        const auto done = writeModel(model, context.output, write, progress);
        if (!done)
            return done.error();
        for (const Message& note : done->notes)
            log(LogLevel::warning, note);
        files.keep(); // the written model needs its binary
    }
    return {};
}

Result<void> writeContext(const GeneratedContext& context, const GenerateOptions& options,
                          const Progress& progress) {
    return writeContexts({context}, options, progress);
}

} // namespace partita
