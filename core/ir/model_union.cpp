#include "core/ir/model_union.h"

#include <map>

#include "core/ir/copy_attributes.h"
#include "core/ir/graph_order.h"

namespace partita {

namespace {

Model emptyModel(ModelInfo info, const std::string& graphName) {
    ModelBuilder builder;
    auto graph = std::make_shared<Graph>();
    graph->id = builder.newGraph();
    graph->name = graphName;
    info.mainGraph = graph->id;
    info.functions.clear();
    builder.add(std::move(graph));
    return std::move(builder).finish(std::move(info));
}

} // namespace

class ModelUnion::Copy {
public:
    Copy(ModelEditor& editor, const Model& from, const Names& names, Copied copied)
        : m_editor(editor), m_from(from), m_names(names), m_order(from),
          m_copied(std::move(copied)) {
        m_values.resize(from.graphs().keyEnd());
        from.values().forEach(
            [&](ValueId id, const auto& value) { m_values[value->graph.value].push_back(id); });
    }

    Copied run(GraphId main) {
        for (const GraphId function : m_from.info().functions) {
            const Graph& graph = *m_from.graph(function);
            m_functions[{graph.function->domain, graph.name}] = m_names.function(graph);
        }
        for (const GraphId function : m_from.info().functions)
            copyFunction(function);
        fill(m_from.mainGraph(), main);
        return std::move(m_copied);
    }

private:
    ValueId mapped(ValueId id, GraphId graph) {
        if (!id)
            return id;
        if (const auto known = m_copied.values.find(id); known != m_copied.values.end())
            return known->second;
        Value copy = *m_from.value(id);
        copy.graph = graph;
        copy.name = m_names.value(copy);
        if (copy.initializer && copy.initializer->name != copy.name) {
            auto tensor = std::make_shared<Tensor>(*copy.initializer);
            tensor->name = copy.name;
            copy.initializer = std::move(tensor);
        }
        return m_copied.values[id] = m_editor.addValue(std::move(copy));
    }

    /// Copies all values and nodes of a graph.
    void fill(GraphId from, GraphId to) {
        for (const ValueId value : m_values[from.value])
            mapped(value, to);
        for (const NodeId id : m_order.topological(from))
            copyNode(*m_from.node(id), to);
        const auto annotations = m_from.graph(from)->quantization;
        if (!annotations.empty())
            m_editor.changeGraph(to, [&](Graph& graph) {
                for (QuantizationAnnotation annotation : annotations) {
                    annotation.tensor = mapped(annotation.tensor, to);
                    for (auto& [key, value] : annotation.parameters)
                        value = mapped(value, to);
                    graph.quantization.push_back(std::move(annotation));
                }
            });
    }

    void copyNode(Node copy, GraphId to) {
        const NodeId from = copy.id;
        copy.graph = to;
        copy.name = m_names.node(copy);
        const auto function = m_functions.find({copy.domain, copy.opType});
        if (function != m_functions.end())
            copy.opType = function->second;
        for (ValueId& output : copy.outputs)
            output = mapped(output, to);
        for (ValueId& input : copy.inputs)
            input = mapped(input, to);
        copy.attributes = copyAttributes(*copy.attributes);
        const NodeId made = m_editor.addNode(std::move(copy));
        m_copied.nodes[from] = made;
        for (const GraphId body : m_editor.model().node(made)->subgraphs())
            m_editor.changeGraph(body, [&](Graph& graph) { graph.parent = made; });
    }

    std::shared_ptr<const Attributes> copyAttributes(const Attributes& attributes) {
        auto result = std::make_shared<Attributes>();
        for (const AttributePtr& each : attributes)
            result->push_back(withGraphs(each, [this](GraphId body) { return copyGraph(body); }));
        return result;
    }

    GraphId copyGraph(GraphId from) {
        Graph copy = *m_from.graph(from);
        copy.parent = {};
        copy.quantization.clear();
        const std::vector<ValueId> inputs = std::move(copy.inputs),
                                   outputs = std::move(copy.outputs);
        copy.inputs.clear();
        copy.outputs.clear();
        const GraphId id = m_editor.addGraph(std::move(copy));
        fill(from, id);
        m_editor.changeGraph(id, [&](Graph& graph) {
            for (const ValueId input : inputs)
                graph.inputs.push_back(mapped(input, id));
            for (const ValueId output : outputs)
                graph.outputs.push_back(mapped(output, id));
        });
        return id;
    }

    void copyFunction(GraphId from) {
        const Graph& function = *m_from.graph(from);
        const std::string name = m_functions.at({function.function->domain, function.name});
        const GraphId id = copyGraph(from);
        m_editor.changeGraph(id, [&](Graph& graph) { graph.name = name; });
        m_editor.changeInfo([&](ModelInfo& info) { info.functions.push_back(id); });
    }

    ModelEditor& m_editor;
    const Model& m_from;
    const Names& m_names;
    GraphOrder m_order;
    Copied m_copied;
    std::vector<std::vector<ValueId>> m_values; // by graph
    std::map<std::pair<std::string, std::string>, std::string>
        m_functions; ///< (domain, name) → new name
};

ModelUnion::ModelUnion(ModelInfo info, const std::string& graphName)
    : m_editor(emptyModel(std::move(info), graphName)) {}

ModelUnion::Copied ModelUnion::add(const Model& from, const Names& names,
                                   std::unordered_map<ValueId, ValueId> known) {
    return copyInto(m_editor, mainGraph(), from, names, std::move(known));
}

ModelUnion::Copied ModelUnion::copyInto(ModelEditor& editor, GraphId into, const Model& from,
                                        const Names& names,
                                        std::unordered_map<ValueId, ValueId> known) {
    return Copy(editor, from, names, {std::move(known), {}}).run(into);
}

} // namespace partita
