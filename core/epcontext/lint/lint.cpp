#include "core/epcontext/lint/lint.h"

#include <algorithm>
#include <map>

#include "core/base/mapped_files.h"
#include "core/epcontext/formats/container_program.h"
#include "core/epcontext/formats/ovep_bin.h"
#include "core/epcontext/formats/qnn_binary.h"
#include "core/ir/function_calls.h"

namespace partita {

namespace {

using Severity = Finding::Severity;

constexpr std::uint64_t kMostPayload = std::uint64_t{1} << 31; ///< limit of a protobuf message

class Linter {
public:
    Linter(const Model& model, BinaryPlaces places, std::string device)
        : m_model(model), m_places(std::move(places)), m_device(std::move(device)),
          m_contexts(epContextsOf(model)) {}

    Result<std::vector<Finding>> run(const Progress& progress) {
        if (m_contexts.empty()) {
            add(Severity::warning, "no-context", {},
                PARTITA_TEXT("the model has no EPContext node"));
            return m_findings;
        }
        checkNames();
        checkImports();
        for (const EpContext& context : m_contexts) {
            if (progress.cancelled())
                return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
            checkNode(context);
        }
        checkSources();
        checkQnn();
        checkOpenVinoPaths();
        checkOpenVinoBlobs();
        checkOwn();
        return m_findings;
    }

    std::vector<Finding> runWithoutBinaries() {
        for (const EpContext& context : m_contexts)
            checkAttributes(context);
        checkSources();
        checkOpenVinoPaths();
        return std::move(m_findings);
    }

private:
    void add(Severity severity, std::string rule, NodeId node, Message text) {
        m_findings.push_back({severity, std::move(rule), node, std::move(text)});
    }
    [[nodiscard]] static Message quoted(const EpContext& context) {
        return PARTITA_TEXT("EPContext node '{0}'", context.name);
    }

    void checkNames() {
        std::map<std::string, NodeId> nodes;
        const std::vector<bool> inFunctions = graphsOfFunctions(m_model);
        m_model.nodes().forEach([&](NodeId id, const auto& node) {
            if (!node->name.empty() && !inFunctions[node->graph.value] &&
                !nodes.emplace(node->name, id).second)
                add(Severity::error, "duplicate-node-name", id,
                    PARTITA_TEXT("two nodes are called '{0}': ONNX Runtime refuses the model",
                                 node->name));
        });
        std::map<std::pair<GraphId, std::string>, ValueId> values;
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (!value->name.empty() &&
                !values.emplace(std::pair(value->graph, value->name), id).second)
                add(Severity::error, "duplicate-tensor-name", m_model.producer(id),
                    PARTITA_TEXT("two tensors are called '{0}': ONNX Runtime refuses the model",
                                 value->name));
        });
    }

    void checkImports() {
        if (!m_model.info().opset("com.microsoft"))
            add(Severity::warning, "no-import", {},
                PARTITA_TEXT("the model does not import com.microsoft, the domain of EPContext"));
    }

    void checkNode(const EpContext& context) {
        checkAttributes(context);
        if (context.isMain)
            checkBinary(context);
    }

    void checkAttributes(const EpContext& context) {
        if (context.source.empty())
            add(Severity::error, "no-source", context.node,
                PARTITA_TEXT("{0} names no source: no execution provider will take it",
                             quoted(context)));
        checkTypes(context);
        if (!context.isMain || !context.isEmbedded)
            return;
        if (context.cache.empty())
            add(Severity::error, "no-payload", context.node,
                PARTITA_TEXT("{0} has embed_mode 1 but holds no binary", quoted(context)));
        if (context.cache.size() >= kMostPayload)
            add(Severity::error, "payload-too-large", context.node,
                PARTITA_TEXT("{0} holds more than the 2 GiB that a file may hold",
                             quoted(context)));
    }

    void checkBinary(const EpContext& context) {
        const auto binary = contextBinary(context, m_places);
        if (!binary) {
            if (!context.isEmbedded)
                add(Severity::error, "binary-path", context.node,
                    binary.error().remedy.empty()
                        ? PARTITA_TEXT("{0}: {1}", quoted(context), binary.error().what)
                        : PARTITA_TEXT("{0}: {1}; {2}", quoted(context), binary.error().what,
                                       binary.error().remedy));
            return;
        }
        if (binary->empty())
            add(Severity::error, "empty-binary", context.node,
                PARTITA_TEXT("{0}: its binary is empty", quoted(context)));
        m_binaries[context.node] = *binary;
        checkHash(context, *binary);
    }

    void checkTypes(const EpContext& context) {
        const Node& node = *m_model.node(context.node);
        for (const ValueId output : node.outputs) {
            if (!output)
                continue;
            const Value& value = *m_model.value(output);
            if (!isTypedOutput(m_model, context, output))
                add(Severity::error, "untyped-output", context.node,
                    PARTITA_TEXT("output '{0}' of {1} has no value_info with a type and a shape, "
                                 "and shape inference cannot find them",
                                 value.name, quoted(context)));
            else if (context.kind() == ContextSource::qnn &&
                     std::ranges::any_of(*value.type->shape,
                                         [](const Dim& dim) { return !dim.value; }))
                add(Severity::error, "dynamic-output", context.node,
                    PARTITA_TEXT(
                        "output '{0}' of {1} has an unknown size: QNN takes fixed shapes only",
                        value.name, quoted(context)));
        }
    }

    void checkHash(const EpContext& context, const Buffer& binary) {
        if (context.isEmbedded || !m_model.info().annotations)
            return;
        for (const auto& [key, value] : m_model.info().annotations->metadata)
            if (key == contentHashKey(context.path())) {
                m_recorded.insert(context.path());
                if (!hasContentHash(binary.bytes(), value))
                    add(Severity::error, "changed-binary", context.node,
                        PARTITA_TEXT(
                            "the binary '{0}' is not the one that the model was written with",
                            context.path()));
            }
    }

    /// Checks that every source has a main node, and one release and device for all of its nodes.
    /// Partita's NPU opens every binary of a session, and those of another device fail.
    void checkSources() {
        std::map<std::string, std::vector<const EpContext*>> bySource;
        for (const EpContext& context : m_contexts)
            bySource[context.source].push_back(&context);
        for (const auto& [source, contexts] : bySource) {
            if (std::ranges::none_of(contexts, &EpContext::isMain))
                add(Severity::error, "no-primary", contexts.front()->node,
                    PARTITA_TEXT(
                        "no EPContext node of {0} has main_context 1, so none has the binary",
                        source));
            for (const EpContext* each : contexts) {
                if (each->sdkVersion != contexts.front()->sdkVersion)
                    add(Severity::warning, "sdk-differs", each->node,
                        PARTITA_TEXT("{0} was written by release '{1}', others of {2} by '{3}'",
                                     quoted(*each), each->sdkVersion, source,
                                     contexts.front()->sdkVersion));
                if (each->hardware != contexts.front()->hardware)
                    add(each->kind() == ContextSource::partitaNpu ? Severity::error
                                                                  : Severity::warning,
                        "hardware-differs", each->node,
                        PARTITA_TEXT("{0} is for '{1}', others of {2} for '{3}'", quoted(*each),
                                     each->hardware, source, contexts.front()->hardware));
            }
        }
    }

    [[nodiscard]] std::vector<const EpContext*> of(ContextSource kind) const {
        std::vector<const EpContext*> found;
        for (const EpContext& context : m_contexts)
            if (context.kind() == kind)
                found.push_back(&context);
        return found;
    }

    /// QNN looks a graph up by the node's name, unless the binary has a single graph; such a binary
    /// serves one node only.
    void checkQnn() {
        const auto contexts = of(ContextSource::qnn);
        std::set<std::string> names;
        for (const EpContext* each : contexts)
            names.insert(each->name);
        std::set<std::string> known;
        bool free = contexts.empty();
        std::map<const std::byte*, std::vector<const EpContext*>> users;
        std::map<const std::byte*, std::set<std::string>> graphsOf;
        for (const EpContext* each : contexts) {
            const auto binary = m_binaries.find(each->node);
            if (binary == m_binaries.end())
                continue;
            const auto graphs = qnnGraphNames(binary->second.bytes(), names);
            free = free || graphs.empty(); // graph names cannot be read
            known.insert(graphs.begin(), graphs.end());
            const std::byte* key = keyOf(*each, binary->second);
            users[key].push_back(each);
            graphsOf[key] = graphs;
        }
        for (const EpContext* each : contexts) {
            const auto binary = m_binaries.find(each->node);
            const bool single =
                binary != m_binaries.end() && graphsOf[keyOf(*each, binary->second)].size() <= 1;
            if (!free && !single && !m_binaries.empty() && !known.contains(each->name))
                add(Severity::error, "graph-missing", each->node,
                    PARTITA_TEXT(
                        "{0}: no binary has a graph of that name, which QNN looks it up by",
                        quoted(*each)));
        }
        for (const auto& [key, nodes] : users)
            if (nodes.size() > 1 && graphsOf[key].size() == 1 && !nodes[0]->isEmbedded &&
                !m_recorded.contains(nodes[0]->path()))
                add(Severity::error, "binary-used-twice", nodes[1]->node,
                    PARTITA_TEXT("{0} and {1} use the one graph in '{2}': if they were compiled "
                                 "from different models, one computes wrong numbers",
                                 quoted(*nodes[0]), quoted(*nodes[1]), nodes[0]->path()));
    }

    /// A key for the binary's content: nodes that name the same file get the same key.
    const std::byte* keyOf(const EpContext& context, const Buffer& binary) {
        if (context.isEmbedded)
            return binary.bytes().data();
        const auto [at, isNew] = m_byPath.emplace(context.path(), binary.bytes().data());
        return at->second;
    }

    void checkOpenVinoPaths() {
        const auto contexts = of(ContextSource::openVino);
        std::set<std::string> paths;
        std::size_t payloads = 0;
        const EpContext* second = nullptr;
        for (const EpContext* each : contexts) {
            if (!each->isMain || !each->hasCache || each->cache.empty())
                continue;
            const bool isNew =
                each->isEmbedded ? ++payloads > 0 : paths.insert(each->path()).second;
            if (isNew && paths.size() + payloads == 2)
                second = each;
        }
        if (second)
            add(Severity::error,
                paths.size() > 1 ? "openvino-two-binaries" : "openvino-two-payloads", second->node,
                paths.size() > 1
                    ? PARTITA_TEXT("OpenVINO's nodes name several binaries, and a session reads "
                                   "only one: merge them into one container")
                    : PARTITA_TEXT("several of OpenVINO's nodes hold a binary, and a session reads "
                                   "only one: merge them into one file"));
        for (const EpContext* each : contexts)
            if (!each->isEmbedded && (!each->hasCache || each->cache.empty()))
                add(Severity::error, "no-path", each->node,
                    PARTITA_TEXT("{0} names no binary: OpenVINO wants the path at every node",
                                 quoted(*each)));
    }

    void checkOpenVinoBlobs() {
        const auto contexts = of(ContextSource::openVino);
        for (const EpContext* each : contexts)
            checkBlob(*each, contexts);
    }

    void checkBlob(const EpContext& context, const std::vector<const EpContext*>& all) {
        bool read = false;
        for (const EpContext* holder : all) {
            const auto binary = m_binaries.find(holder->node);
            if (binary == m_binaries.end() || !isOvepBin(binary->second.bytes()))
                continue;
            if (!context.isEmbedded && holder != &context)
                continue;
            const auto bin = readOvepBin(binary->second);
            if (!bin) {
                add(Severity::error, "damaged-binary", context.node,
                    PARTITA_TEXT("{0}: {1}", quoted(context), bin.error().what));
                return;
            }
            read = true;
            const auto blob = std::ranges::find(bin->blobs, context.partition, &OvepBlob::name);
            if (blob != bin->blobs.end()) {
                checkBoundary(context, blob->data.bytes());
                return;
            }
        }
        if (read)
            add(Severity::error, "blob-missing", context.node,
                PARTITA_TEXT("{0}: the binary has no blob for its partition_name '{1}'",
                             quoted(context), context.partition));
    }

    void checkBoundary(const EpContext& context, Bytes blob) {
        const std::set<std::string> names = openVinoTensorNames(blob);
        if (names.empty())
            return;
        const Node& node = *m_model.node(context.node);
        for (const auto* list : {&node.inputs, &node.outputs})
            for (const ValueId id : *list)
                if (id && !names.contains(m_model.value(id)->name))
                    add(Severity::error, "openvino-names", context.node,
                        PARTITA_TEXT(
                            "tensor '{0}' of {1} has another name in the blob: OpenVINO refuses it",
                            m_model.value(id)->name, quoted(context)));
    }

    /// Opens the binaries of Partita's own NPU as loading does.
    void checkOwn() {
        const auto contexts = of(ContextSource::partitaNpu);
        m_areAllOpen = std::ranges::any_of(contexts, &EpContext::isMain);
        for (const EpContext* each : contexts) {
            if (!m_device.empty() && each->hardware != m_device)
                add(Severity::error, "hardware-differs", each->node,
                    PARTITA_TEXT("{0} is for '{1}', not for '{2}'", quoted(*each), each->hardware,
                                 m_device));
            if (each->isMain)
                openContainer(*each);
        }
        for (const EpContext* each : contexts)
            checkGraph(*each);
    }

    /// Opens the binary of a main node, unless another node has named the same one.
    void openContainer(const EpContext& context) {
        const auto binary = m_binaries.find(context.node);
        if (binary == m_binaries.end()) {
            m_areAllOpen = false; // its path was reported
            return;
        }
        const std::byte* key = keyOf(context, binary->second);
        if (std::ranges::find(m_containers, key, &OpenContainer::key) != m_containers.end())
            return;
        auto container = Container::open(binary->second);
        if (!container) {
            m_areAllOpen = false;
            add(Severity::error, "damaged-binary", context.node,
                PARTITA_TEXT("{0}: {1}", quoted(context), container.error().what));
            return;
        }
        checkOrigin(context, container->info());
        m_containers.push_back({key, *std::move(container)});
    }

    void checkOrigin(const EpContext& context, const ContainerInfo& info) {
        if (info.sdk != PARTITA_VERSION)
            add(Severity::error, "sdk-differs", context.node,
                PARTITA_TEXT(
                    "the binary of {0} was compiled by release '{1}', and this one, '{2}', "
                    "does not load it",
                    quoted(context), info.sdk, std::string(PARTITA_VERSION)));
        if (info.hardware != context.hardware)
            add(Severity::error, "hardware-differs", context.node,
                PARTITA_TEXT("{0} is for '{1}', its binary for '{2}'", quoted(context),
                             context.hardware, info.hardware));
    }

    /// Finds the node's graph, as loading does in the first binary from which it can be read.
    void checkGraph(const EpContext& context) {
        std::optional<Error> damage;
        for (const auto& [key, container] : m_containers) {
            if (std::ranges::find(container.info().graphs, context.partition,
                                  &ContainerInfo::Entry::name) == container.info().graphs.end())
                continue;
            const auto program = programIn(container, context.partition);
            if (program) {
                checkPorts(context, program->model);
                return;
            }
            damage = program.error();
        }
        if (damage)
            add(Severity::error, "damaged-binary", context.node,
                PARTITA_TEXT("{0}: {1}", quoted(context), damage->what));
        else if (m_areAllOpen) // one that cannot be opened may have it
            add(Severity::error, "graph-missing", context.node,
                PARTITA_TEXT("{0}: no binary has a graph '{1}'", quoted(context),
                             context.partition));
    }

    void checkPorts(const EpContext& context, const Model& graph) {
        const Graph& inside = *graph.graph(graph.mainGraph());
        const Node& node = *m_model.node(context.node);
        bool same = inside.inputs.size() == node.inputs.size() &&
                    inside.outputs.size() == node.outputs.size();
        for (std::size_t i = 0; same && i < inside.outputs.size(); ++i) {
            const Value* value = m_model.value(node.outputs[i]).get();
            const Value& own = *graph.value(inside.outputs[i]);
            same = !value || !hasKnownType(*value) || !own.type ||
                   own.type->element == value->type->element;
        }
        if (!same)
            add(Severity::error, "graph-differs", context.node,
                PARTITA_TEXT("{0} has other inputs or outputs than its graph in the binary",
                             quoted(context)));
    }

    struct OpenContainer {
        const std::byte* key = nullptr; ///< by `keyOf`
        Container container;
    };

    const Model& m_model;
    BinaryPlaces m_places;
    std::string m_device; ///< empty: any
    std::vector<EpContext> m_contexts;
    std::map<NodeId, Buffer> m_binaries;     ///< of main nodes with a readable binary
    std::vector<OpenContainer> m_containers; ///< of Partita's own NPU, in the order of the nodes
    bool m_areAllOpen = false;               ///< no binary of it is missing or damaged
    std::map<std::string, const std::byte*> m_byPath;
    std::set<std::string> m_recorded; ///< paths with a recorded content hash
    std::vector<Finding> m_findings;
};

} // namespace

Result<std::vector<Finding>> lintContexts(const Model& model, const BinaryPlaces& places,
                                          const Progress& progress, const std::string& device) {
    return Linter(model, places, device).run(progress);
}

std::vector<Finding> lintContextNodes(const Model& model) {
    return Linter(model, BinaryPlaces(std::filesystem::path()), {}).runWithoutBinaries();
}

} // namespace partita
