#pragma once

#include <cstdint>
#include <vector>

#include "core/ir/graph_order.h"
#include "core/ir/model.h"

namespace partita {

/// Two hashes as one.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b);
std::uint64_t hashOf(std::string_view text);
/// ONNX's own domain has two spellings; both are "".
std::string_view plainDomain(const std::string& domain);

/// Hashes by which nodes of two models find each other, whatever their ids and names. The full
/// hashes contain operator, attributes and a sample of the constants; the rough ones the operator
/// alone.
class NodeSignatures {
public:
    enum Kind : std::uint8_t { full, rough };

    explicit NodeSignatures(const Model& model);

    [[nodiscard]] const Model& model() const { return m_model; }
    /// The nodes of a graph in execution order.
    [[nodiscard]] const std::vector<NodeId>& nodesOf(GraphId graph);
    /// Computes `up` and `down` of the nodes of one graph; nodes of outer graphs that it captures
    /// should have their anchors.
    void describe(GraphId graph);
    /// Marks a node as one that both models have; `anchor` is the same in both.
    void setAnchor(NodeId node, std::uint64_t anchor) { m_anchors[node.value] = anchor; }

    [[nodiscard]] std::uint64_t local(Kind kind, NodeId node) const {
        return m_local[kind][node.value];
    }
    /// Of a node and everything that it is computed from.
    [[nodiscard]] std::uint64_t up(Kind kind, NodeId node) const { return m_up[kind][node.value]; }
    /// Of a node and everything that is computed from it.
    [[nodiscard]] std::uint64_t down(Kind kind, NodeId node) const {
        return m_down[kind][node.value];
    }
    /// The place of a value among the outputs of its producer or the inputs of its graph.
    [[nodiscard]] std::uint32_t slotOf(ValueId value) const { return m_slots[value.value]; }
    /// A hash of the whole model with its names, the same for equal models.
    [[nodiscard]] std::uint64_t whole() const;

private:
    void describeLocally(const Node& node);
    void describeInputs(const Graph& graph);
    [[nodiscard]] std::uint64_t sourceHash(Kind kind, GraphId graph, ValueId value) const;
    void goUp(Kind kind, GraphId graph);
    void goDown(Kind kind, GraphId graph);

    Model m_model;
    GraphOrder m_order;
    std::vector<std::vector<NodeId>> m_nodes; // by graph, in execution order
    std::vector<std::uint64_t> m_anchors;     // by node
    std::vector<std::uint64_t> m_local[2], m_up[2], m_down[2];
    std::vector<std::uint64_t> m_inputs;     // by value: of a graph input
    std::vector<std::uint64_t> m_readers[2]; // by value: of what reads it
    std::vector<std::uint32_t> m_slots;      // by value
};

} // namespace partita
