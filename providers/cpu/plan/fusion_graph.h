#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/provider/execution_provider.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/plan/constant_values.h"
#include "providers/cpu/plan/kernel_choice.h"

namespace partita::cpu {

/// One node of the model, or a group of nodes that one kernel computes.
struct PlannedNode {
    /// The node as executed, with the inputs and outputs of the whole group. A group that writes
    /// out another operator is that operator.
    std::shared_ptr<const Node> record;
    int version = 1;
    /// In order of execution, except that the node which gives the group its name may come first.
    /// Empty: the slot is not used any more.
    std::vector<NodeId> members;
    Epilogue epilogue;          ///< what the kernel also does to its result
    bool vectorProgram = false; ///< a group of element-wise nodes in one loop
    bool recognized = false;    ///< `record` is an operator that `members` write out
};

/// Whether two sizes are known to be the same: one number, or one symbol.
bool isSameSize(const Dim& a, const Dim& b);

/// The nodes of a partition while they are grouped: one slot for each node that is not computed
/// already, in order of execution. A group stands in the slot of its last member, where all its
/// inputs are computed.
class FusionGraph {
public:
    /// `constants` must outlive the graph.
    FusionGraph(const Model& model, const Partition& partition, const OpVersions& versions,
                const ConstantValues& constants);

    [[nodiscard]] const Model& model() const { return m_model; }
    [[nodiscard]] const ConstantValues& constants() const { return m_constants; }
    [[nodiscard]] std::size_t size() const { return m_slots.size(); }
    [[nodiscard]] PlannedNode& at(std::size_t slot) { return m_slots[slot]; }
    [[nodiscard]] const PlannedNode& at(std::size_t slot) const { return m_slots[slot]; }

    /// The slot that produces a value; empty where that is not in this partition.
    [[nodiscard]] std::optional<std::size_t> producer(ValueId value) const;
    /// The slot of a node of the model; empty where it is not in this program.
    [[nodiscard]] std::optional<std::size_t> slotOf(NodeId node) const;
    /// The slots that read a value when executed; empty (nullopt) where it is also read outside of
    /// this partition or a graph returns it.
    [[nodiscard]] std::optional<std::vector<std::size_t>> readers(ValueId value) const;
    /// The only reader of a value, if that reads it once and nothing outside of the partition does.
    [[nodiscard]] std::optional<std::size_t> soleReader(ValueId value) const;

    /// From here on, halves are float32 for the program.
    void holdHalvesWide() { m_halves = Halves::wide; }
    [[nodiscard]] Halves halves() const { return m_halves; }
    /// The element type that the model declares for a tensor; undefined where it is not known.
    [[nodiscard]] DataType declaredTypeOf(ValueId value) const;
    /// The element type in which the program holds a tensor; undefined where it is not known.
    [[nodiscard]] DataType typeOf(ValueId value) const;
    [[nodiscard]] bool isFloat32(ValueId value) const { return typeOf(value) == DataType::float32; }
    /// Whether a value is uint8 or int8.
    [[nodiscard]] bool isBytes(ValueId value) const;
    /// The dims of a value; empty where one is not known.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> dimsOf(ValueId value) const;
    /// The integers of a constant; empty where it is none, or has more than 2^16 of them.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> intsOf(ValueId value) const;
    /// Whether both certainly have the same shape: equal numbers, or equal symbols.
    [[nodiscard]] bool sameShape(ValueId a, ValueId b) const;
    /// The shape that the model states; null: none.
    [[nodiscard]] const Shape* shapeOf(ValueId value) const;

    /// Whether a QuantizeLinear or DequantizeLinear computes in float32, with one constant float32
    /// scale and one constant zero point or none.
    [[nodiscard]] bool hasOneScale(const Node& node) const;

    /// Whether a value is a float32 constant, of the model or computed.
    [[nodiscard]] bool isConstantFloat32(ValueId value) const;

    /// Moves the members of slot `from` in front of those of the later slot `into`.
    void merge(std::size_t from, std::size_t into);
    /// Sorts the members of a slot into order of execution.
    void sortMembers(std::size_t slot);
    /// Moves the members of all `slots` into the slot `into`, which may be one of them, and sorts
    /// them.
    void join(const std::vector<std::size_t>& slots, std::size_t into);
    /// Notes that the record of a slot reads a value that none of its members reads in the model.
    void alsoReads(std::size_t slot, ValueId value) { m_furtherReaders[value].push_back(slot); }
    /// Removes a slot whose result is computed already.
    void drop(std::size_t slot);

private:
    const Model& m_model;
    const ConstantValues& m_constants;
    Halves m_halves = Halves::stored;
    std::vector<PlannedNode> m_slots;
    std::unordered_map<NodeId, std::size_t> m_slotOf;
    std::unordered_map<NodeId, std::size_t> m_position; // in the partition
    std::unordered_set<NodeId> m_computed;              // by ConstantValues
    std::unordered_map<ValueId, std::vector<std::size_t>> m_furtherReaders;
    std::unordered_set<ValueId> m_returned; // by a graph
};

} // namespace partita::cpu
