#pragma once

#include <vector>

#include "core/ir/model.h"

namespace partita {

/// The nodes of every graph of one model, and orders over them; made once, asked often.
class GraphOrder {
public:
    explicit GraphOrder(const Model& model);

    /// Nodes of one graph in ascending order of ids.
    [[nodiscard]] const std::vector<NodeId>& nodesOf(GraphId graph) const;
    /// Each node after all it depends on, captured values of its bodies included; ties by id, so
    /// a sorted file keeps its order.
    std::vector<NodeId> topological(GraphId graph);
    /// Whether the last graph asked for had a cycle.
    [[nodiscard]] bool foundCycle() const { return m_cycle; }

private:
    enum State : std::uint8_t { unseen, open, done };
    struct Frame {
        NodeId node;
        std::vector<NodeId> dependencies;
        std::size_t next = 0;
    };
    void visit(NodeId root, std::vector<NodeId>& order);
    void enter(std::vector<Frame>& stack, NodeId id);
    void collect(const Node& node, GraphId graph, std::vector<NodeId>& into) const;
    void collectValue(ValueId id, GraphId graph, std::vector<NodeId>& into) const;

    Model m_model;
    std::vector<std::vector<NodeId>> m_nodes; // by graph
    std::vector<std::uint8_t> m_state; // by node; a node is in one graph, so one array serves all
    bool m_cycle = false;
};

} // namespace partita
