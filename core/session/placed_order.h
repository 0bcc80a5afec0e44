#pragma once

#include <optional>
#include <vector>

#include "core/ir/model.h"
#include "core/provider/partitioning.h"

namespace partita {

/// Whether a node is placed, but not on the first provider.
bool isFallback(const Partitioning& partitioning, const Node& node);

/// What a provider says about a node; a verdict without evidence where it was not asked.
const Verdict& verdictOf(const Partitioning& partitioning, NodeId node, std::uint32_t provider = 0);

/// The number of nodes of each partition, by its index, with those in the bodies of its compiled
/// nodes: what every list and report shows.
std::vector<std::size_t> partitionSizes(const Partitioning& partitioning);

/// The placed nodes of all graphs, each graph in its execution order. Nodes inside a compiled node
/// have no place of their own.
class PlacedOrder {
public:
    PlacedOrder(const Model& model, const Partitioning& partitioning);

    /// The nodes by place; an invalid id before the first graph and after each graph.
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return m_nodes; }
    [[nodiscard]] NodeId at(std::size_t place) const { return m_nodes[place]; }
    /// Nothing for a node that has no place of its own.
    [[nodiscard]] std::optional<std::size_t> placeOf(NodeId node) const;

private:
    void collectPartitions(const Partitioning& partitioning);
    void collectGraphs(const Model& model, const Partitioning& partitioning);

    std::vector<NodeId> m_nodes;
    std::vector<std::size_t> m_places; ///< by NodeId; 0: none
};

} // namespace partita
