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
    if (model.graphs().count() > 1)
        findBodies();
}

void GraphOrder::findBodies() {
    m_holds.resize(m_model.nodes().keyEnd());
    m_model.nodes().forEach([&](NodeId id, const auto& node) {
        if (node->attributes->empty())
            return;
        if (const auto bodies = node->subgraphs(); !bodies.empty()) {
            m_holds[id.value] = true;
            readInside(*node, bodies);
        }
    });
}

/// What the bodies of a node read of graphs around them. A body within is looked through once, however
/// many bodies are around it.
const std::vector<ValueId>& GraphOrder::readInside(const Node& node,
                                                   const std::vector<GraphId>& bodies) {
    if (const auto known = m_readInside.find(node.id); known != m_readInside.end())
        return known->second;
    std::vector<ValueId> read;
    for (const GraphId body : bodies) {
        const auto add = [&](const auto& values) {
            for (const ValueId id : values)
                if (const auto& value = m_model.value(id); value && value->graph != body)
                    read.push_back(id);
        };
        for (const NodeId id : nodesOf(body)) {
            const Node& inner = *m_model.node(id);
            add(inner.inputs);
            if (inner.attributes->empty())
                continue;
            if (const auto within = inner.subgraphs(); !within.empty())
                add(readInside(inner, within));
        }
        if (const auto& inside = m_model.graph(body))
            add(inside->outputs);
    }
    return m_readInside[node.id] = std::move(read);
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
    if (holdsBodies(id))
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
    if (holdsBodies(node.id))
        for (const ValueId read : m_readInside.at(node.id))
            collectValue(read, graph, into);
}

} // namespace partita
