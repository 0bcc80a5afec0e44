#pragma once

#include <set>
#include <unordered_set>
#include <vector>

#include "core/edits/edit.h"
#include "core/ir/graph_order.h"

namespace partita::edits {

/// Nodes of a model, with all that is in their bodies. Those that are in a body of another one of them
/// are left out: they go with it.
class NodeSelection {
public:
    NodeSelection(const Model& model, const std::vector<NodeId>& nodes);

    /// In execution order, where they are of one graph.
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return m_nodes; }
    [[nodiscard]] GraphId graph() const { return m_model.node(m_nodes.front())->graph; }
    [[nodiscard]] bool isOfOneGraph() const;
    /// The nodes and those in their bodies, at any depth.
    [[nodiscard]] const std::set<NodeId>& all() const { return m_all; }
    [[nodiscard]] const std::set<GraphId>& bodies() const { return m_bodies; }
    /// Whether a place that reads something is at one of the nodes, or in a body of them.
    [[nodiscard]] bool holds(const Slot& reader) const;

    /// The tensors that the nodes and their bodies read from outside, each once, in the order in which
    /// they are first read.
    [[nodiscard]] std::vector<ValueId> reads() const;
    /// The tensors of `reads()` that are not constant.
    [[nodiscard]] std::vector<ValueId> inputs() const;
    /// A tensor of the nodes, and the places outside that read it.
    struct Leaving {
        ValueId value;
        std::vector<Slot> readers;
    };
    /// What the nodes compute for others; for nodes of one graph.
    [[nodiscard]] std::vector<Leaving> leaving() const;
    /// The tensors of `leaving()`; of nodes without outside readers, their unread outputs.
    [[nodiscard]] std::vector<ValueId> results() const;
    /// Fails where a node has an attribute that the callers of the function around it give: it would
    /// mean something else, or nothing, elsewhere.
    [[nodiscard]] Result<void> checkReferences() const;
    /// A node beside them that reads, perhaps through others, what they compute, and whose result they
    /// read; none: there is none. For nodes of one graph.
    [[nodiscard]] NodeId between() const;

private:
    void add(NodeId node);
    [[nodiscard]] bool isInside(NodeId id, const std::unordered_set<NodeId>& chosen) const;

    const Model& m_model;
    GraphOrder m_order;
    std::vector<NodeId> m_nodes, m_sorted; ///< `m_sorted`: all nodes of the graph
    std::set<NodeId> m_all;
    std::set<GraphId> m_bodies;
};

/// The nodes as a selection; fails for nodes that the model has not, and for nodes of several graphs.
Result<NodeSelection> selectionOfOneGraph(const Model& model, const std::vector<NodeId>& nodes);

} // namespace partita::edits
