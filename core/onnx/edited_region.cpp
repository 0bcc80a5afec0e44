#include "core/onnx/edited_region.h"

#include <algorithm>

namespace partita {

NodeSurroundings::NodeSurroundings(Model model) : m_model(std::move(model)) {
    const GraphId main = m_model.mainGraph();
    if (m_model.graphs().count() == 1)
        return;
    m_nodes.resize(m_model.graphs().keyEnd());
    m_values.resize(m_model.graphs().keyEnd());
    m_model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->graph != main && node->graph.value < m_nodes.size())
            m_nodes[node->graph.value].push_back(id);
    });
    m_model.values().forEach([&](ValueId id, const auto& value) {
        if (value->graph != main && value->graph.value < m_values.size())
            m_values[value->graph.value].push_back(id);
    });
    m_model.graphs().forEach([&](GraphId id, const auto& graph) {
        for (const ValueId output : graph->outputs)
            if (const NodeId node = holder(id); node && isOutside(output))
                m_returnedBy.emplace(output, node);
    });
}

NodeId NodeSurroundings::holder(NodeId node) const {
    const auto& found = m_model.node(node);
    return !found || found->graph == m_model.mainGraph() ? node : holder(found->graph);
}

NodeId NodeSurroundings::holder(GraphId graph) const {
    const auto& found = m_model.graph(graph);
    const auto& parent = found ? m_model.node(found->parent) : m_model.node({});
    return parent ? holder(parent->id) : NodeId{};
}

std::vector<NodeId> NodeSurroundings::readers(ValueId value) const {
    std::vector<NodeId> found;
    for (const NodeId reader : m_model.consumers(value))
        if (const NodeId node = holder(reader))
            found.push_back(node);
    const auto [first, last] = m_returnedBy.equal_range(value);
    for (auto at = first; at != last; ++at)
        found.push_back(at->second);
    return found;
}

bool NodeSurroundings::isOutside(ValueId value) const {
    const auto& found = m_model.value(value);
    return found && found->graph == m_model.mainGraph();
}

std::vector<ValueId> NodeSurroundings::readBy(NodeId node) const {
    std::vector<ValueId> values;
    addReadBy(*m_model.node(node), values);
    return values;
}

void NodeSurroundings::addReadBy(const Node& node, std::vector<ValueId>& values) const {
    const auto add = [&](ValueId id) {
        if (isOutside(id))
            values.push_back(id);
    };
    std::ranges::for_each(node.inputs, add);
    for (const GraphId body : node.subgraphs()) {
        std::ranges::for_each(m_model.graph(body)->outputs, add);
        for (const NodeId inner : m_nodes[body.value])
            addReadBy(*m_model.node(inner), values);
    }
}

std::vector<ValueId> NodeSurroundings::madeBy(NodeId id) const {
    const Node& node = *m_model.node(id);
    std::vector<ValueId> values;
    for (const ValueId output : node.outputs)
        if (output)
            values.push_back(output);
    addInside(node, values);
    return values;
}

void NodeSurroundings::addInside(const Node& node, std::vector<ValueId>& values) const {
    for (const GraphId body : node.subgraphs()) {
        values.insert(values.end(), m_values[body.value].begin(), m_values[body.value].end());
        for (const NodeId inner : m_nodes[body.value])
            addInside(*m_model.node(inner), values);
    }
}

bool isInFunction(const Model& model, GraphId id) {
    for (auto graph = model.graph(id); graph;) {
        if (graph->function)
            return true;
        const auto& parent = model.node(graph->parent);
        graph = parent ? model.graph(parent->graph) : nullptr;
    }
    return false;
}

} // namespace partita
