#pragma once

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// What surrounds the nodes of the main graph, for inference by parts: a node stands for its bodies.
/// Types play no part: the stored and the typed form of a model have the same.
class NodeSurroundings {
public:
    explicit NodeSurroundings(Model model);

    /// The node of the main graph that is, or that holds at any depth, a node or a graph; none: it is
    /// in a function, or the main graph itself.
    [[nodiscard]] NodeId holder(NodeId node) const;
    [[nodiscard]] NodeId holder(GraphId graph) const;
    /// The nodes of the main graph that read a value of it, their bodies included.
    [[nodiscard]] std::vector<NodeId> readers(ValueId value) const;
    /// The values of the main graph that a node and its bodies read.
    [[nodiscard]] std::vector<ValueId> readBy(NodeId node) const;
    /// The outputs of a node, and all values in its bodies.
    [[nodiscard]] std::vector<ValueId> madeBy(NodeId node) const;

private:
    void addReadBy(const Node& node, std::vector<ValueId>& values) const;
    void addInside(const Node& node, std::vector<ValueId>& values) const;
    [[nodiscard]] bool isOutside(ValueId value) const;

    Model m_model;
    std::vector<std::vector<NodeId>> m_nodes;   // by graph, of bodies
    std::vector<std::vector<ValueId>> m_values; // by graph, of bodies
    std::unordered_multimap<ValueId, NodeId> m_returnedBy;
};

/// Whether a graph is a model-local function, or a body inside of one.
bool isInFunction(const Model& model, GraphId graph);

} // namespace partita
