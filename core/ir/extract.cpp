#include "core/ir/extract.h"

#include <algorithm>
#include <set>

namespace partita {

namespace {

class Extractor {
public:
    Extractor(const Model& model, GraphId graph, const std::vector<NodeId>& nodes)
        : m_model(model), m_graph(graph), m_kept(nodes.begin(), nodes.end()) {}

    Result<Model> run(const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs) {
        m_values.insert(inputs.begin(), inputs.end());
        m_values.insert(outputs.begin(), outputs.end());
        for (const NodeId id : std::set<NodeId>(m_kept))
            keepValuesOf(*m_model.node(id));
        keepConstants(inputs);
        for (const ValueId id : m_values)
            if (auto known = checkSource(id, inputs); !known)
                return std::move(known).error();
        return reduced(inputs, outputs);
    }

private:
    /// What a node reads and writes, in its bodies, too.
    void keepValuesOf(const Node& node) {
        for (const auto* list : {&node.inputs, &node.outputs})
            for (const ValueId id : *list)
                if (id && m_model.value(id)->graph == m_graph)
                    m_values.insert(id);
        for (const GraphId body : node.subgraphs()) {
            m_bodies.insert(body);
            for (const ValueId output : m_model.graph(body)->outputs)
                if (m_model.value(output)->graph == m_graph)
                    m_values.insert(output);
            for (const NodeId inner : m_model.nodesOf(body)) {
                m_kept.insert(inner);
                keepValuesOf(*m_model.node(inner));
            }
        }
    }

    /// Constant nodes are constants, too.
    void keepConstants(const std::vector<ValueId>& inputs) {
        for (const ValueId id : m_values)
            if (const NodeId producer = m_model.producer(id);
                producer && m_model.node(producer)->is("Constant") &&
                std::ranges::find(inputs, id) == inputs.end())
                m_kept.insert(producer);
    }

    Result<void> checkSource(ValueId id, const std::vector<ValueId>& inputs) const {
        const auto& value = m_model.value(id);
        const NodeId producer = m_model.producer(id);
        if (value->isConstant() || (producer && m_kept.contains(producer)) ||
            std::ranges::find(inputs, id) != inputs.end())
            return {};
        return Error{Errc::usage,
                     "'" + value->name + "' is needed, but is neither made within nor an input",
                     {},
                     "name it as an input, too"};
    }

    Model reduced(const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs) {
        ModelEditor editor(m_model);
        std::vector<NodeId> nodes;
        m_model.nodes().forEach([&](NodeId id, const auto&) {
            if (!m_kept.contains(id))
                nodes.push_back(id);
        });
        for (const NodeId id : nodes)
            editor.removeNode(id);
        std::vector<ValueId> values;
        m_model.values().forEach([&](ValueId id, const auto& value) {
            if (!m_bodies.contains(value->graph) &&
                (value->graph != m_graph || !m_values.contains(id)))
                values.push_back(id);
        });
        std::vector<GraphId> graphs;
        m_model.graphs().forEach([&](GraphId id, const auto&) {
            if (id != m_graph && !m_bodies.contains(id))
                graphs.push_back(id);
        });
        editor.changeGraph(m_graph, [&](Graph& graph) {
            graph.inputs = inputs;
            graph.outputs = outputs;
            graph.parent = {};
            graph.function = nullptr;
            graph.quantization.clear();
        });
        for (const ValueId id : values)
            editor.removeValue(id);
        for (const GraphId id : graphs)
            editor.removeGraph(id);
        editor.changeInfo([&](ModelInfo& info) {
            info.mainGraph = m_graph;
            info.functions.clear();
        });
        for (const ValueId input : inputs) // a constant that is fed
            if (m_model.value(input)->isConstant())
                editor.changeValue(input, [](Value& value) {
                    value.initializer = nullptr;
                    value.sparseInitializer = nullptr;
                });
        return editor.model();
    }

    const Model& m_model;
    GraphId m_graph;
    std::set<NodeId> m_kept;
    std::set<ValueId> m_values; ///< of the graph itself
    std::set<GraphId> m_bodies;
};

} // namespace

Result<Model> extractSubgraph(const Model& model, GraphId graph, const std::vector<NodeId>& nodes,
                              const std::vector<ValueId>& inputs,
                              const std::vector<ValueId>& outputs) {
    return Extractor(model, graph, nodes).run(inputs, outputs);
}

std::vector<NodeId> nodesBetween(const Model& model, const std::vector<ValueId>& inputs,
                                 const std::vector<ValueId>& outputs) {
    std::set<NodeId> needed;
    std::vector<ValueId> open = outputs;
    std::set<ValueId> seen(inputs.begin(), inputs.end());
    const auto readAll = [&](auto& self, const Node& node) -> void {
        open.insert(open.end(), node.inputs.begin(), node.inputs.end());
        for (const GraphId body : node.subgraphs())
            for (const NodeId inner : model.nodesOf(body))
                self(self, *model.node(inner));
    };
    while (!open.empty()) {
        const ValueId value = open.back();
        open.pop_back();
        if (!value || !seen.insert(value).second)
            continue;
        const NodeId producer = model.producer(value);
        if (producer && model.node(producer)->graph == model.mainGraph() &&
            needed.insert(producer).second)
            readAll(readAll, *model.node(producer));
    }
    return {needed.begin(), needed.end()};
}

} // namespace partita
