#pragma once

#include <optional>
#include <vector>

#include "core/edits/edit_tools.h"

namespace partita {

/// Finds the tensors that one slot may read: it sees them, takes their type, and makes no cycle. The
/// other direction of a `SlotFinder`.
class TensorFinder {
public:
    /// The slot must be one of the model, or the one behind the last input of a node.
    TensorFinder(const Model& model, const Slot& to);

    /// All of them but the one that it reads now, in the order of the model.
    [[nodiscard]] std::vector<ValueId> all();
    [[nodiscard]] bool fits(ValueId from);
    /// Why the slot may not read a tensor; empty: it may.
    [[nodiscard]] Message whyNot(ValueId from) const;

private:
    void findDescendants();

    Model m_model;
    Slot m_to;
    GraphId m_graph;              ///< of the slot
    std::vector<bool> m_descends; ///< by node: it depends on the node of the slot
    OperatorDescriptionPtr m_operator;
};

} // namespace partita
