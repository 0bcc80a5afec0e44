#include "providers/onnxruntime_plugin/context_reader.h"

#include "core/base/try.h"
#include "core/ir/ep_context.h"
#include "core/onnx/read.h"
#include "core/onnx/write.h"
#include "providers/onnxruntime_plugin/ort_attributes.h"

namespace partita::plugin {

namespace {

/// Builds a model of EPContext nodes, because a node without a binary of its own finds it by the
/// other nodes of its model.
class ContextModel {
public:
    ContextModel() { m_main.id = m_builder.newGraph(); }

    Result<void> add(const OrtNode* source) {
        Node node;
        node.id = m_builder.newNode();
        node.graph = m_main.id;
        node.name = PARTITA_TRY(nameOf(source));
        node.opType = SharedString("EPContext");
        node.domain = SharedString("com.microsoft");
        node.attributes = std::make_shared<const Attributes>(PARTITA_TRY(attributesOf(source)));
        m_hasMain = m_hasMain || epContextOf(node).isMain;
        auto& names = m_names.emplace_back();
        std::map<std::string, ValueId> known;
        for (const OrtValueInfo* input : PARTITA_TRY(inputsOf(source))) {
            names.push_back(PARTITA_TRY(nameOf(input)));
            ValueId& id = known[names.back()]; // an input may be named twice
            if (!id)
                id = PARTITA_TRY(end(input, m_main.inputs));
            node.inputs.push_back(id);
        }
        for (const OrtValueInfo* output : PARTITA_TRY(outputsOf(source))) {
            names.push_back(PARTITA_TRY(nameOf(output)));
            node.outputs.push_back(PARTITA_TRY(end(output, m_main.outputs)));
        }
        m_builder.add(std::make_shared<const Node>(std::move(node)));
        return {};
    }

    /// Whether one of the nodes holds or names a binary.
    [[nodiscard]] bool hasMain() const { return m_hasMain; }

    /// Adds the nodes that do from the model in a file, if it can be read: ONNX Runtime compiles
    /// each graph by itself, and the binary may be that of another graph.
    void addMainsOf(const std::filesystem::path& path) {
        const auto whole = readModel(path);
        if (!whole)
            return;
        for (const EpContext& context : epContextsOf(*whole)) {
            if (!context.isMain)
                continue;
            Node node;
            node.id = m_builder.newNode();
            node.graph = m_main.id;
            node.opType = SharedString("EPContext");
            node.domain = SharedString("com.microsoft");
            node.attributes = whole->node(context.node)->attributes;
            node.outputs.push_back(value(nullptr, m_main.outputs));
            m_builder.add(std::make_shared<const Node>(std::move(node)));
        }
    }

    /// The model as if it had been read from `folder`.
    Result<Model> finish(const std::filesystem::path& folder) {
        ModelInfo info;
        info.irVersion = 8;
        info.opsets = {{"", 17}, {"com.microsoft", 1}};
        info.mainGraph = m_main.id;
        m_builder.add(std::make_shared<const Graph>(std::move(m_main)));
        const Model model = std::move(m_builder).finish(std::move(info));
        return readModel(Buffer::own(PARTITA_TRY(serializeModel(model))), folder);
    }

    /// The inputs and then the outputs of node `i`, as ONNX Runtime names them.
    [[nodiscard]] const std::vector<std::string>& names(std::size_t i) const { return m_names[i]; }

private:
    /// Each end of a node is a value of its own: the nodes are loaded one by one.
    Result<ValueId> end(const OrtValueInfo* source, std::vector<ValueId>& ends) {
        const OrtTypeInfo* type = nullptr;
        PARTITA_TRY(done(ort().api->GetValueInfoTypeInfo(source, &type)));
        return value(PARTITA_TRY(typeOf(type, false)), ends);
    }
    ValueId value(TypePtr type, std::vector<ValueId>& ends) {
        auto made = std::make_shared<Value>();
        made->id = m_builder.newValue();
        made->graph = m_main.id;
        made->name = std::to_string(made->id.value);
        made->type = std::move(type);
        const ValueId id = made->id;
        m_builder.add(std::shared_ptr<const Value>(std::move(made)));
        ends.push_back(id);
        return id;
    }

    ModelBuilder m_builder;
    Graph m_main;
    std::vector<std::vector<std::string>> m_names;
    bool m_hasMain = false;
};

} // namespace

Result<std::vector<LoadedContext>> loadContexts(const std::vector<const OrtGraph*>& graphs,
                                                const ExecutionProvider& provider,
                                                const std::filesystem::path& path) {
    ContextModel contexts;
    for (const OrtGraph* graph : graphs)
        for (const OrtNode* node : PARTITA_TRY(nodesOf(graph)))
            PARTITA_TRY(contexts.add(node));
    if (!contexts.hasMain())
        contexts.addMainsOf(path);
    const Model model = PARTITA_TRY(contexts.finish(path.parent_path()));
    const OpVersions versions(model);
    std::vector<LoadedContext> loaded;
    for (const NodeId id : model.nodesOf(model.mainGraph())) {
        if (loaded.size() == graphs.size())
            break; // the rest is there for its binaries only
        const Node& node = *model.node(id);
        Partition partition;
        partition.index = static_cast<std::uint32_t>(loaded.size() + 1);
        partition.graph = model.mainGraph();
        partition.compiled = true;
        partition.nodes = {id};
        partition.inputs.assign(node.inputs.begin(), node.inputs.end());
        partition.outputs.assign(node.outputs.begin(), node.outputs.end());
        LoadedContext context;
        const auto& names = contexts.names(loaded.size());
        for (std::size_t i = 0; i < names.size(); ++i)
            context.ends[names[i]] =
                i < node.inputs.size() ? node.inputs[i] : node.outputs[i - node.inputs.size()];
        context.values = model.values().keyEnd() + 1;
        context.compiled = PARTITA_TRY(provider.compile(model, partition, versions, {}));
        loaded.push_back(std::move(context));
    }
    return loaded;
}

} // namespace partita::plugin
