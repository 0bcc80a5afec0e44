#pragma once

#include <unordered_map>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Lists the nodes of every graph of one model and orders them; build it once for many queries.
class GraphOrder {
public:
    explicit GraphOrder(const Model& model);

    /// Nodes of one graph in ascending order of ids.
    [[nodiscard]] const std::vector<NodeId>& nodesOf(GraphId graph) const;
    /// The nodes of a graph in topological order; values that a node's bodies capture count as its
    /// inputs. Nodes are visited in ascending order of ids, so a sorted file keeps its order.
    std::vector<NodeId> topological(GraphId graph);
    /// Whether a node has bodies.
    [[nodiscard]] bool holdsBodies(NodeId id) const {
        return id.value < m_holds.size() && m_holds[id.value];
    }
    /// The nodes of its graph that a node depends on, each as often as the node reads it.
    [[nodiscard]] std::vector<NodeId> dependencies(NodeId id) const;
    /// Whether the graph of the last call of `topological` had a cycle.
    [[nodiscard]] bool foundCycle() const { return m_cycle; }

private:
    enum State : std::uint8_t { unseen, open, done };
    struct Frame {
        NodeId node;
        std::vector<NodeId> dependencies;
        std::size_t next = 0;
    };
    [[nodiscard]] bool isReady(NodeId id, GraphId graph) const;
    void visit(NodeId root, std::vector<NodeId>& order);
    void enter(std::vector<Frame>& stack, NodeId id);
    void findBodies();
    const std::vector<ValueId>& readInside(const Node& node, const std::vector<GraphId>& bodies);
    void collect(const Node& node, GraphId graph, std::vector<NodeId>& into) const;
    void collectValue(ValueId id, GraphId graph, std::vector<NodeId>& into) const;

    Model m_model;
    std::vector<std::vector<NodeId>> m_nodes; // by graph
    std::vector<std::uint8_t> m_state;        // by node; one array serves all graphs
    std::vector<bool> m_holds;                // by node: it has bodies; empty: none has
    /// Of nodes with bodies: what these read of graphs around them, in their order.
    std::unordered_map<NodeId, std::vector<ValueId>> m_readInside;
    bool m_cycle = false;
};

} // namespace partita
