#include "providers/onnxruntime_plugin/ort_graph.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/base/try.h"
#include "providers/onnxruntime_plugin/ort_attributes.h"

namespace partita::plugin {

namespace {

using Values = std::vector<const OrtValueInfo*>;

Result<bool> flagOf(const OrtValueInfo* value,
                    OrtStatus*(ORT_API_CALL* ask)(const OrtValueInfo*, bool*)NO_EXCEPTION) {
    bool flag = false;
    PARTITA_TRY(done(ask(value, &flag)));
    return flag;
}

Result<std::vector<std::pair<const OrtNode*, std::size_t>>>
numbered(const std::vector<const OrtNode*>& nodes) {
    std::vector<std::pair<const OrtNode*, std::size_t>> list;
    for (const OrtNode* node : nodes) {
        std::size_t number = 0;
        PARTITA_TRY(done(ort().api->Node_GetId(node, &number)));
        list.emplace_back(node, number);
    }
    return list;
}

/// ONNX Runtime lists nodes in an order of its own; their numbers are in the file's order, which
/// decides how nodes are grouped.
Result<std::vector<const OrtNode*>> inFileOrder(const OrtGraph* graph) {
    auto list = PARTITA_TRY(numbered(PARTITA_TRY(nodesOf(graph))));
    std::ranges::sort(list, {}, [](const auto& each) { return each.second; });
    std::vector<const OrtNode*> nodes;
    for (const auto& each : list)
        nodes.push_back(each.first);
    return nodes;
}

class GraphReader {
public:
    explicit GraphReader(const ReadOptions& options) : m_options(options) {
        m_main.id = m_builder.newGraph();
        m_scopes.emplace_back();
    }

    Result<ReadGraph> graph(const OrtGraph* graph) {
        if (const OrtNode* holder = PARTITA_TRY(holderOf(graph)))
            m_inLoop = PARTITA_TRY(operatorOf(holder)) == "Loop";
        PARTITA_TRY(body(graph, m_main));
        return finish(graph);
    }

    Result<ReadGraph> node(const OrtNode* node, const OrtGraph* graph) {
        PARTITA_TRY(declareOutputs(node, m_main.id));
        PARTITA_TRY(add(node, m_main.id));
        for (const OrtValueInfo* output : PARTITA_TRY(outputsOf(node)))
            if (output)
                m_main.outputs.push_back(PARTITA_TRY(valueOf(output)));
        return finish(graph);
    }

private:
    /// Reads inputs, constants, nodes and outputs of a graph into `into`.
    Result<void> body(const OrtGraph* graph, Graph& into) {
        const OrtApi& api = *ort().api;
        const char* name = nullptr;
        PARTITA_TRY(done(api.Graph_GetName(graph, &name)));
        into.name = name;
        const Values inputs = PARTITA_TRY(
            listOf<const OrtValueInfo*>(graph, api.Graph_GetNumInputs, api.Graph_GetInputs));
        for (std::size_t i = 0; i < inputs.size(); ++i)
            into.inputs.push_back(PARTITA_TRY(declare(inputs[i], into.id, isScalar(into, i))));
        for (const OrtValueInfo* constant : PARTITA_TRY(listOf<const OrtValueInfo*>(
                 graph, api.Graph_GetNumInitializers, api.Graph_GetInitializers)))
            PARTITA_TRY(declare(constant, into.id, true));
        const auto nodes = PARTITA_TRY(inFileOrder(graph));
        for (const OrtNode* node : nodes)
            PARTITA_TRY(declareOutputs(node, into.id));
        for (const OrtNode* node : nodes)
            PARTITA_TRY(add(node, into.id));
        for (const OrtValueInfo* output : PARTITA_TRY(
                 listOf<const OrtValueInfo*>(graph, api.Graph_GetNumOutputs, api.Graph_GetOutputs)))
            into.outputs.push_back(PARTITA_TRY(valueOf(output)));
        return {};
    }

    /// Whether an input of rank 0 is a scalar for sure: the counter and the condition of a Loop are.
    [[nodiscard]] bool isScalar(const Graph& graph, std::size_t input) const {
        return (graph.id == m_main.id && m_options.scalarInputs) || (m_inLoop && input < 2);
    }

    /// The value of that name in this graph; made if there is none.
    Result<ValueId> declare(const OrtValueInfo* info, GraphId graph, bool rankZero) {
        const std::string name = PARTITA_TRY(nameOf(info));
        auto& scope = m_scopes.back();
        if (const auto known = scope.find(name); known != scope.end())
            return known->second;
        const ValueId id = PARTITA_TRY(make(info, name, graph, rankZero));
        scope.emplace(name, id);
        return id;
    }

    Result<ValueId> make(const OrtValueInfo* info, const std::string& name, GraphId graph,
                         bool rankZero) {
        auto value = std::make_shared<Value>();
        value->id = m_builder.newValue();
        value->graph = graph;
        value->name = name;
        value->initializer = PARTITA_TRY(constantOf(info));
        const OrtTypeInfo* type = nullptr;
        PARTITA_TRY(done(ort().api->GetValueInfoTypeInfo(info, &type)));
        value->type = PARTITA_TRY(typeOf(type, rankZero || value->initializer));
        const ValueId id = value->id;
        m_builder.add(std::shared_ptr<const Value>(std::move(value)));
        return id;
    }

    Result<TensorPtr> constantOf(const OrtValueInfo* info) {
        const OrtApi& api = *ort().api;
        const bool constant =
            PARTITA_TRY(flagOf(info, api.ValueInfo_IsConstantInitializer)) ||
            (m_options.defaults && PARTITA_TRY(flagOf(info, api.ValueInfo_IsOptionalGraphInput)));
        if (!constant)
            return TensorPtr();
        const OrtValue* value = nullptr;
        PARTITA_TRY(done(api.ValueInfo_GetInitializerValue(info, &value)));
        if (!value)
            return TensorPtr();
        auto tensor = PARTITA_TRY(tensorOf(value, m_options.weights));
        tensor.name = PARTITA_TRY(nameOf(info));
        return std::make_shared<const Tensor>(std::move(tensor));
    }

    Result<void> declareOutputs(const OrtNode* node, GraphId graph) {
        for (const OrtValueInfo* output : PARTITA_TRY(outputsOf(node)))
            if (output)
                PARTITA_TRY(declare(output, graph, false));
        return {};
    }

    /// A value that this graph or one around it has. What only a graph outside of the model has, is
    /// a constant or an input of the model.
    Result<ValueId> valueOf(const OrtValueInfo* info) {
        const std::string name = PARTITA_TRY(nameOf(info));
        for (auto scope = m_scopes.rbegin(); scope != m_scopes.rend(); ++scope)
            if (const auto known = scope->find(name); known != scope->end())
                return known->second;
        const ValueId id = PARTITA_TRY(make(info, name, m_main.id, false));
        m_scopes.front().emplace(name, id);
        if (!m_builder.model().value(id)->isConstant())
            m_main.inputs.push_back(id);
        return id;
    }

    Result<void> add(const OrtNode* source, GraphId graph) {
        Node node;
        node.id = m_builder.newNode();
        node.graph = graph;
        node.name = PARTITA_TRY(nameOf(source));
        node.opType = SharedString(PARTITA_TRY(operatorOf(source)));
        const char* domain = nullptr;
        PARTITA_TRY(done(ort().api->Node_GetDomain(source, &domain)));
        node.domain = SharedString(domain);
        m_domains.insert(domain);
        for (const OrtValueInfo* input : PARTITA_TRY(inputsOf(source)))
            node.inputs.push_back(PARTITA_TRY(optionalValue(input)));
        for (const OrtValueInfo* output : PARTITA_TRY(outputsOf(source)))
            node.outputs.push_back(PARTITA_TRY(optionalValue(output)));
        auto attributes = PARTITA_TRY(attributesOf(source));
        PARTITA_TRY(addBodies(source, node, attributes));
        node.attributes = std::make_shared<const Attributes>(std::move(attributes));
        if (graph == m_main.id)
            m_nodes.resize(node.id.value + 1), m_nodes[node.id.value] = source;
        m_builder.add(std::make_shared<const Node>(std::move(node)));
        return {};
    }

    Result<ValueId> optionalValue(const OrtValueInfo* info) {
        if (!info || PARTITA_TRY(nameOf(info)).empty())
            return ValueId{};
        return valueOf(info);
    }

    Result<void> addBodies(const OrtNode* source, const Node& node, Attributes& attributes) {
        const OrtApi& api = *ort().api;
        std::size_t count = 0;
        PARTITA_TRY(done(api.Node_GetNumSubgraphs(source, &count)));
        std::vector<const OrtGraph*> bodies(count);
        std::vector<const char*> names(count);
        if (count > 0)
            PARTITA_TRY(done(api.Node_GetSubgraphs(source, bodies.data(), count, names.data())));
        for (std::size_t i = 0; i < count; ++i) {
            Graph inner;
            inner.id = m_builder.newGraph();
            inner.parent = node.id;
            m_scopes.emplace_back();
            const bool outer = std::exchange(m_inLoop, node.is("Loop"));
            PARTITA_TRY(body(bodies[i], inner));
            m_inLoop = outer;
            m_scopes.pop_back();
            attributes.push_back(Attribute::make(names[i], inner.id));
            m_builder.add(std::make_shared<const Graph>(std::move(inner)));
        }
        return {};
    }

    Result<ReadGraph> finish(const OrtGraph* graph) {
        const OrtApi& api = *ort().api;
        ModelInfo info;
        PARTITA_TRY(done(api.Graph_GetOnnxIRVersion(graph, &info.irVersion)));
        std::size_t count = 0;
        PARTITA_TRY(done(api.Graph_GetNumOperatorSets(graph, &count)));
        std::vector<const char*> domains(count);
        std::vector<std::int64_t> versions(count);
        PARTITA_TRY(done(api.Graph_GetOperatorSets(graph, domains.data(), versions.data(), count)));
        for (std::size_t i = 0; i < count; ++i)
            info.opsets.push_back({domains[i], versions[i]});
        for (const std::string& domain : m_domains) // what other providers compiled has their name
            if (!info.opset(domain))
                info.opsets.push_back({domain, 1});
        info.mainGraph = m_main.id;
        m_builder.add(std::make_shared<const Graph>(std::move(m_main)));
        ReadGraph read{std::move(m_builder).finish(std::move(info)), std::move(m_nodes)};
        read.nodes.resize(read.model.nodes().keyEnd());
        return read;
    }

    const ReadOptions m_options;
    ModelBuilder m_builder;
    Graph m_main;
    std::vector<std::unordered_map<std::string, ValueId>> m_scopes; ///< innermost last
    std::vector<const OrtNode*> m_nodes;                            ///< of the main graph
    std::set<std::string> m_domains;                                ///< of all nodes
    bool m_inLoop = false; ///< what is being read is the body of a Loop
};

} // namespace

Result<ReadGraph> readGraph(const OrtGraph* graph, const ReadOptions& options) {
    return GraphReader(options).graph(graph);
}

Result<ReadGraph> readNode(const OrtNode* node, const OrtGraph* graph) {
    return GraphReader({}).node(node, graph);
}

Result<const OrtNode*> holderOf(const OrtGraph* graph) {
    const OrtNode* holder = nullptr;
    PARTITA_TRY(done(ort().api->Graph_GetParentNode(graph, &holder)));
    return holder;
}

Result<std::string> operatorOf(const OrtNode* node) {
    const char* op = nullptr;
    PARTITA_TRY(done(ort().api->Node_GetOperatorType(node, &op)));
    return std::string(op);
}

Result<std::string> nameOf(const OrtNode* node) {
    const char* name = nullptr;
    PARTITA_TRY(done(ort().api->Node_GetName(node, &name)));
    return std::string(name);
}

Result<std::string> nameOf(const OrtValueInfo* value) {
    const char* name = nullptr;
    PARTITA_TRY(done(ort().api->GetValueInfoName(value, &name)));
    return std::string(name);
}

Result<std::vector<const OrtNode*>> nodesOf(const OrtGraph* graph) {
    return listOf<const OrtNode*>(graph, ort().api->Graph_GetNumNodes, ort().api->Graph_GetNodes);
}

Result<Values> inputsOf(const OrtNode* node) {
    return listOf<const OrtValueInfo*>(node, ort().api->Node_GetNumInputs,
                                       ort().api->Node_GetInputs);
}

Result<Values> outputsOf(const OrtNode* node) {
    return listOf<const OrtValueInfo*>(node, ort().api->Node_GetNumOutputs,
                                       ort().api->Node_GetOutputs);
}

Result<bool> isContextNode(const OrtNode* node) {
    const char* domain = nullptr;
    PARTITA_TRY(done(ort().api->Node_GetDomain(node, &domain)));
    return PARTITA_TRY(operatorOf(node)) == "EPContext" &&
           std::string_view(domain) == "com.microsoft";
}

Result<std::filesystem::path> modelPathOf(const OrtGraph* graph) {
    const ORTCHAR_T* path = nullptr;
    PARTITA_TRY(done(ort().api->Graph_GetModelPath(graph, &path)));
    return std::filesystem::path(path ? path : "");
}

} // namespace partita::plugin
