#pragma once

#include <span>
#include <unordered_set>

#include "core/ir/model.h"

namespace partita {

/// Tells which nodes of one graph have a place of their own in its picture. Constants, and nodes
/// computed from constants alone, are shown in the nodes that read them.
class ShownNodes {
public:
    /// `order`: the nodes of the graph in execution order. `withComputed`: nodes computed from
    /// constants are shown, too; otherwise those of `wanted`, which may be null.
    ShownNodes(const Model& model, GraphId graph, std::span<const NodeId> order,
               bool withComputed = false, const std::unordered_set<NodeId>* wanted = nullptr);

    [[nodiscard]] bool contains(NodeId node) const { return !m_hidden.contains(node); }
    /// Whether a value is shown in its readers: a constant, or nothing.
    [[nodiscard]] bool isParameter(ValueId value) const;
    /// Whether other nodes are shown than without `withComputed` and `wanted`.
    [[nodiscard]] bool hasMore() const { return m_hasMore; }

private:
    [[nodiscard]] bool isReturned(const Node& node) const;
    [[nodiscard]] bool isComputed(const Node& node) const;

    const Model& m_model;
    GraphId m_graph;
    std::unordered_set<NodeId> m_hidden;
    bool m_hasMore = false;
};

} // namespace partita
