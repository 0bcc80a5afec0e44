#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/message.h"
#include "core/scene/hierarchy.h"

namespace partita {

/// What a range of nodes amounts to, with the nodes in their bodies.
struct OutlineFigures {
    std::size_t nodes = 0;               ///< that are placed; neither constants nor folded nodes
    std::size_t folded = 0;              ///< gone before nodes are placed
    std::size_t unused = 0;              ///< of these: nothing reads what they compute
    std::vector<std::size_t> byProvider; ///< of `nodes`
    double flops = 0;                    ///< as far as the sizes are known
    bool allFlops = true;                ///< the sizes of all matrix products are known
};

/// One graph as the canvas groups it.
struct GraphOutline {
    GraphId graph;
    NodeId parent;             ///< the node that holds this body; none: no body
    std::vector<NodeId> order; ///< the nodes that are drawn, in execution order
    NodeGroup whole;           ///< groups of `order`
    /// By names, where `whole` is divided by partitions or blocks.
    std::optional<NodeGroup> unplaced;

    [[nodiscard]] const NodeGroup& blocks() const { return unplaced ? *unplaced : whole; }

private:
    friend class Outline;
    std::vector<double> m_flops;         ///< of the nodes before each place
    std::vector<std::uint32_t> m_counts; ///< the same: by CountColumn of outline.cpp
};

/// The graphs of a model with their groups, for lists and tables: what holds for any range of nodes
/// is known at once.
class Outline {
public:
    /// `partitioning`: of the same model.
    Outline(const Model& model, const Partitioning& partitioning, GroupBy by = GroupBy::partitions);

    [[nodiscard]] GroupBy groupedBy() const { return m_groupedBy; }

    /// The main graph, then bodies in the order of their ids; no functions.
    [[nodiscard]] const std::vector<GraphOutline>& graphs() const { return m_graphs; }
    /// Null: a function, or no graph of the model.
    [[nodiscard]] const GraphOutline* of(GraphId graph) const;
    /// The place of a node in the order of its graph; nothing where it is not drawn.
    [[nodiscard]] std::optional<std::size_t> placeOf(NodeId node) const;
    [[nodiscard]] OutlineFigures figures(const GraphOutline& graph, std::size_t begin,
                                         std::size_t end) const;
    [[nodiscard]] OutlineFigures figures(const GraphOutline& graph) const {
        return figures(graph, 0, graph.order.size());
    }

private:
    class Counter;
    GroupBy m_groupedBy;
    std::size_t m_columns = 0; ///< of GraphOutline::m_counts
    std::vector<GraphOutline> m_graphs;
    std::vector<std::uint32_t> m_places;  ///< by NodeId, from 1; 0: not drawn
    std::vector<std::uint32_t> m_indexOf; ///< by GraphId, from 1; 0: none
};

/// Whether the known part of the work says anything: where shapes are unknown, a small part (the
/// arithmetic of shapes, a bias) would mislead.
bool isWorkKnown(double flops, bool complete);
/// "1.2 GFLOP"; "≥" before it where a part is not known; empty for no work, or where it is unknown.
std::string workText(double flops, bool complete);
/// In the place of a work that is not known.
const Message& unknownWorkText();

} // namespace partita
