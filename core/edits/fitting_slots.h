#pragma once

#include <optional>
#include <vector>

#include "core/edits/edit_tools.h"
#include "core/ir/graph_order.h"

namespace partita {

/// A slot that may read a tensor.
struct FittingSlot {
    Slot slot;
    ValueId replaces;    ///< what it reads now; none: it is open or omitted, or would be added
    bool isOpen = false; ///< it reads nothing, and has to
};

/// Finds the slots that may read one tensor: they see it, take its type, and make no cycle.
class SlotFinder {
public:
    SlotFinder(const Model& model, ValueId from);

    /// All of them but those that read it already, by node and index, then outputs of graphs.
    [[nodiscard]] std::vector<FittingSlot> all();
    /// Why nodes of a graph, also new ones, may not read the tensor: another graph holds it, or what
    /// holds this graph computes it. Empty: they may.
    [[nodiscard]] Message whyNotSeen(GraphId graph) const;
    /// Why a slot of the model may not read the tensor; empty: it may. `leaves`: a tensor that all
    /// other inputs of that node stop reading, too.
    [[nodiscard]] Message whyNot(const Slot& to, ValueId leaves = {});

private:
    void findAncestors();
    void addDependencies(const Node& node, std::vector<NodeId>& into);
    [[nodiscard]] NodeId within(NodeId node) const;
    [[nodiscard]] bool makesCycle(NodeId node) const;      ///< if it read the tensor
    [[nodiscard]] Message cycleThrough(NodeId node) const; ///< empty: no cycle
    [[nodiscard]] Message wrongType(const Node& node, std::size_t index, ValueId leaves = {});
    [[nodiscard]] Message whyNotOutput(const Slot& to) const;
    void addSlotsOf(const Node& node, std::vector<FittingSlot>& into);
    void addOutputs(std::vector<FittingSlot>& into) const;

    Model m_model;
    ValueId m_from;
    GraphId m_graph; ///< of the tensor
    TypePtr m_type;  ///< null: not known
    NodeOperators m_operators;
    std::vector<bool> m_sees;          // by graph: nodes in it see the tensor
    std::vector<NodeId> m_toward;      // by node: the next one on the way to what makes the tensor
    std::optional<GraphOrder> m_order; ///< only where nodes have bodies
};

/// Why a slot may not read a tensor; empty: it may. Ids must be of the model.
Message whyNotConnect(const Model& model, ValueId from, const Slot& to);
/// Why new nodes of a graph may not read a tensor; empty: they may.
Message whyNotSeen(const Model& model, ValueId from, GraphId graph);

/// Why an input of a node may not have a type, by its operator and the node's other inputs; empty:
/// it may. `name`: of what has the type. Of the other inputs only the first `compared` count, and
/// those that read `leaves` do not.
Message wrongInputType(const Model& model, const Node& node, const OperatorDescription* description,
                       std::size_t index, const Type& type, const std::string& name,
                       ValueId leaves = {}, std::size_t compared = SIZE_MAX);

} // namespace partita
