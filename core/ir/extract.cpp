#include "core/ir/extract.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/base/try.h"
#include "core/ir/copy_attributes.h"
#include "core/ir/function_calls.h"

namespace partita {

namespace {

class Extractor {
public:
    Extractor(const Model& model, GraphId graph, const std::vector<NodeId>& nodes)
        : m_model(model), m_index(model), m_graph(graph), m_kept(nodes.begin(), nodes.end()) {}

    Result<Model> run(const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs) {
        m_values.insert(inputs.begin(), inputs.end());
        m_values.insert(outputs.begin(), outputs.end());
        for (const NodeId id : std::set<NodeId>(m_kept))
            keepValuesOf(*m_model.node(id));
        for (std::size_t i = 0; i < m_functions.size(); ++i) // grows: functions call others
            keepBody(m_functions[i]);
        keepQuantization();
        std::erase_if(m_values,
                      [&](ValueId id) { return m_bodies.contains(m_model.value(id)->graph); });
        keepConstants(inputs);
        for (const ValueId id : m_values)
            PARTITA_TRY(checkSource(id, inputs));
        return reduced(inputs, outputs);
    }

private:
    /// Keeps a value that is not local to a body: of the graph itself or captured from outside.
    void keepValue(ValueId id) {
        if (id && !m_bodies.contains(m_model.value(id)->graph))
            m_values.insert(id);
    }

    /// Keeps the inputs and outputs of a node and of the nodes in its bodies.
    void keepValuesOf(const Node& node) {
        for (const auto* list : {&node.inputs, &node.outputs})
            for (const ValueId id : *list)
                keepValue(id);
        for (const GraphId body : node.subgraphs()) {
            m_bodies.insert(body);
            for (const ValueId output : m_model.graph(body)->outputs)
                keepValue(output);
            keepBody(body);
        }
        if (const GraphId function = m_index.called(node);
            function && m_bodies.insert(function).second)
            m_functions.push_back(function);
    }

    void keepBody(GraphId body) {
        for (const NodeId inner : m_model.nodesOf(body)) {
            m_kept.insert(inner);
            keepValuesOf(*m_model.node(inner));
        }
    }

    /// What annotations name beside the tensors that are kept, where it is constant.
    void keepQuantization() {
        for (const QuantizationAnnotation& annotation : m_model.graph(m_graph)->quantization)
            if (m_values.contains(annotation.tensor))
                for (const auto& [role, id] : annotation.parameters)
                    if (const auto& value = m_model.value(id); value && value->isConstant())
                        m_values.insert(id);
    }

    /// Keeps the Constant nodes that make kept values.
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
        return Error{
            Errc::usage,
            PARTITA_TEXT("'{0}' is needed, but is neither made within nor an input", value->name),
            {},
            PARTITA_TEXT("name it as an input, too")};
    }

    /// Builds the model with new ids, so that its tables are as large as the part, not as the whole
    /// model.
    Model reduced(const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs) {
        for (const GraphId body : m_bodies)
            m_model.values().forEach([&](ValueId id, const auto& value) {
                if (value->graph == body)
                    m_values.insert(id);
            });
        m_graphs[m_graph] = m_builder.newGraph();
        for (const GraphId body : m_bodies)
            m_graphs[body] = m_builder.newGraph();
        for (const ValueId id : m_values)
            addValue(id, inputs);
        for (const NodeId id : m_kept)
            m_nodes[id] = m_builder.newNode();
        for (const NodeId id : m_kept)
            addNode(*m_model.node(id), inputs);
        for (const auto& [from, to] : m_graphs)
            addGraph(from, to, inputs, outputs);
        ModelInfo info = m_model.info();
        info.mainGraph = m_graphs[m_graph];
        info.functions.clear();
        for (const GraphId function : m_model.info().functions)
            if (m_bodies.contains(function))
                info.functions.push_back(m_graphs[function]);
        return std::move(m_builder).finish(std::move(info));
    }

    /// The new graph for `graph`; captured values move to the main graph.
    GraphId graphOf(GraphId graph) {
        return m_bodies.contains(graph) ? m_graphs[graph] : m_graphs[m_graph];
    }

    void addValue(ValueId id, const std::vector<ValueId>& inputs) {
        auto value = std::make_shared<Value>(*m_model.value(id));
        value->id = m_newValues[id] = m_builder.newValue();
        value->graph = graphOf(value->graph);
        if (std::ranges::find(inputs, id) != inputs.end()) { // a constant that becomes an input
            value->initializer = nullptr;
            value->sparseInitializer = nullptr;
        }
        m_builder.add(std::shared_ptr<const Value>(std::move(value)));
    }

    /// A result that nothing reads: of a node that is kept for another one, though the part has this
    /// one for an input.
    ValueId unreadResult(ValueId id) {
        auto value = std::make_shared<Value>(*m_model.value(id));
        do
            value->name += "_unread";
        while (m_unread.contains(value->name) || std::ranges::any_of(m_values, [&](ValueId each) {
                   return m_model.value(each)->name == value->name;
               }));
        m_unread.insert(value->name);
        value->id = m_builder.newValue();
        value->graph = graphOf(value->graph);
        const ValueId made = value->id;
        m_builder.add(std::shared_ptr<const Value>(std::move(value)));
        return made;
    }

    void addNode(const Node& from, const std::vector<ValueId>& inputs) {
        auto node = std::make_shared<Node>(from);
        node->id = m_nodes[from.id];
        node->graph = graphOf(from.graph);
        node->origin = std::make_shared<const Origin>(Origin{{}, {from.id}});
        for (ValueId& id : node->inputs)
            id = id ? m_newValues[id] : id;
        for (ValueId& id : node->outputs)
            if (id)
                id = std::ranges::count(inputs, id) ? unreadResult(id) : m_newValues[id];
        if (!from.subgraphs().empty()) {
            Attributes attributes;
            for (const AttributePtr& attribute : *from.attributes)
                attributes.push_back(
                    withGraphs(attribute, [&](GraphId body) { return m_graphs[body]; }));
            node->attributes = std::make_shared<const Attributes>(std::move(attributes));
        }
        m_builder.add(std::shared_ptr<const Node>(std::move(node)));
    }

    /// Puts the value of the part in the place of the model's; false where the part has none.
    bool isMapped(ValueId& id) const {
        const auto found = m_newValues.find(id);
        if (found == m_newValues.end())
            return false;
        id = found->second;
        return true;
    }

    void addGraph(GraphId from, GraphId to, const std::vector<ValueId>& inputs,
                  const std::vector<ValueId>& outputs) {
        auto graph = std::make_shared<Graph>(*m_model.graph(from));
        graph->id = to;
        for (QuantizationAnnotation annotation : std::exchange(graph->quantization, {})) {
            bool whole = isMapped(annotation.tensor);
            for (auto& [role, id] : annotation.parameters)
                whole = isMapped(id) && whole;
            if (whole)
                graph->quantization.push_back(std::move(annotation));
        }
        graph->parent = {};
        if (from == m_graph) {
            graph->inputs = inputs;
            graph->outputs = outputs;
            graph->function = nullptr;
        } else if (!graph->function) {
            graph->parent = m_nodes[m_model.graph(from)->parent];
        }
        for (auto* list : {&graph->inputs, &graph->outputs})
            for (ValueId& id : *list)
                id = m_newValues[id];
        m_builder.add(std::shared_ptr<const Graph>(std::move(graph)));
    }

    const Model& m_model;
    FunctionIndex m_index;
    GraphId m_graph;
    std::set<std::string> m_unread; ///< names of results that nothing reads
    std::set<NodeId> m_kept;
    std::set<ValueId> m_values;       ///< of the graph itself and captured by it
    std::set<GraphId> m_bodies;       ///< and functions that are called
    std::vector<GraphId> m_functions; ///< in the order in which they are found
    ModelBuilder m_builder;
    std::map<GraphId, GraphId> m_graphs;
    std::unordered_map<ValueId, ValueId> m_newValues;
    std::unordered_map<NodeId, NodeId> m_nodes;
};

} // namespace

Result<Model> extractSubgraph(const Model& model, GraphId graph, const std::vector<NodeId>& nodes,
                              const std::vector<ValueId>& inputs,
                              const std::vector<ValueId>& outputs) {
    return Extractor(model, graph, nodes).run(inputs, outputs);
}

std::vector<NodeId> nodesBetween(const Model& model, const std::vector<ValueId>& inputs,
                                 const std::vector<ValueId>& outputs, GraphId graph) {
    if (!graph)
        graph = model.mainGraph();
    std::set<NodeId> needed;
    std::vector<ValueId> open = outputs;
    std::set<ValueId> seen(inputs.begin(), inputs.end());
    const auto readAll = [&](auto& self, const Node& node) -> void {
        open.insert(open.end(), node.inputs.begin(), node.inputs.end());
        for (const GraphId body : node.subgraphs()) {
            const auto& returned = model.graph(body)->outputs; // may be captured
            open.insert(open.end(), returned.begin(), returned.end());
            for (const NodeId inner : model.nodesOf(body))
                self(self, *model.node(inner));
        }
    };
    while (!open.empty()) {
        const ValueId value = open.back();
        open.pop_back();
        if (!value || !seen.insert(value).second)
            continue;
        const NodeId producer = model.producer(value);
        if (producer && model.node(producer)->graph == graph && needed.insert(producer).second)
            readAll(readAll, *model.node(producer));
    }
    return {needed.begin(), needed.end()};
}

} // namespace partita
