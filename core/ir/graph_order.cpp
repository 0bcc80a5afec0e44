#include "core/ir/graph_order.h"

#include <algorithm>

namespace partita {

GraphOrder::GraphOrder(const Model& model) : m_model(model) {
    m_nodes.resize(model.graphs().keyEnd());
    m_state.resize(model.nodes().keyEnd());
    model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->graph.value < m_nodes.size())
            m_nodes[node->graph.value].push_back(id);
    });
}

const std::vector<NodeId>& GraphOrder::nodesOf(GraphId graph) const {
    static const std::vector<NodeId> kNone;
    return graph.value < m_nodes.size() ? m_nodes[graph.value] : kNone;
}

std::vector<NodeId> GraphOrder::topological(GraphId graph) {
    m_cycle = false;
    const auto& all = nodesOf(graph);
    for (const NodeId id : all)
        m_state[id.value] = unseen;
    std::vector<NodeId> order;
    order.reserve(all.size());
    for (const NodeId id : all) {
        if (m_state[id.value] == done)
            continue;
        if (isReady(id, graph)) { // most files are sorted already
            m_state[id.value] = done;
            order.push_back(id);
        } else {
            visit(id, order);
        }
    }
    return order;
}

/// Whether a node without bodies has all that it reads before it.
bool GraphOrder::isReady(NodeId id, GraphId graph) const {
    const auto& node = *m_model.node(id);
    if (!node.attributes->empty() && !node.subgraphs().empty())
        return false;
    return std::ranges::all_of(node.inputs, [&](ValueId input) {
        const NodeId producer = input ? m_model.producer(input) : NodeId{};
        return !producer || m_state[producer.value] == done ||
               m_model.value(input)->graph != graph || m_model.node(producer)->graph != graph;
    });
}

std::vector<NodeId> GraphOrder::dependencies(NodeId id) const {
    std::vector<NodeId> found;
    const auto& node = *m_model.node(id);
    collect(node, node.graph, found);
    return found;
}

void GraphOrder::visit(NodeId root, std::vector<NodeId>& order) {
    std::vector<Frame> stack;
    enter(stack, root);
    while (!stack.empty()) {
        auto& frame = stack.back();
        if (frame.next == frame.dependencies.size()) {
            m_state[frame.node.value] = done;
            order.push_back(frame.node);
            stack.pop_back();
            continue;
        }
        const NodeId dependency = frame.dependencies[frame.next++];
        if (m_state[dependency.value] == open)
            m_cycle = true;
        else if (m_state[dependency.value] == unseen)
            enter(stack, dependency);
    }
}

void GraphOrder::enter(std::vector<Frame>& stack, NodeId id) {
    m_state[id.value] = open;
    Frame frame{id, {}, 0};
    const auto& node = *m_model.node(id);
    collect(node, node.graph, frame.dependencies);
    // Most files are sorted already: then every dependency is done, and the list becomes empty.
    std::erase_if(frame.dependencies, [this](NodeId d) { return m_state[d.value] == done; });
    stack.push_back(std::move(frame));
}

void GraphOrder::collectValue(ValueId id, GraphId graph, std::vector<NodeId>& into) const {
    const auto& value = m_model.value(id);
    if (!value || value->graph != graph)
        return;
    const NodeId producer = m_model.producer(id);
    if (producer && m_model.node(producer)->graph == graph)
        into.push_back(producer);
}

void GraphOrder::collect(const Node& node, GraphId graph, std::vector<NodeId>& into) const {
    for (const ValueId input : node.inputs)
        collectValue(input, graph, into);
    for (const GraphId body : node.subgraphs()) {
        for (const NodeId inner : nodesOf(body))
            collect(*m_model.node(inner), graph, into);
        if (const auto& inside = m_model.graph(body))
            for (const ValueId output : inside->outputs)
                collectValue(output, graph, into);
    }
}

} // namespace partita
