#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/provider/execution_provider.h"
#include "providers/cpu/kernels/kernel.h"
#include "providers/cpu/plan/constant_values.h"

namespace partita::cpu {

/// What one kernel computes: one node of the model, or several.
struct PlannedNode {
    /// The node as executed: it reads and writes what the whole group reads and writes. A group
    /// that is another operator written out is that operator.
    std::shared_ptr<const Node> record;
    int version = 1;
    std::vector<NodeId>
        members;                ///< in order of execution, but for one that they may be named after
                                ///< and that is first; empty: the slot is no more
    Epilogue epilogue;          ///< done by the kernel on its way out
    bool vectorProgram = false; ///< a group of element-wise nodes in one loop
    bool recognized = false;    ///< `record` is an operator that `members` write out
};

/// The nodes of a partition while they are put together: one slot for each node that is not
/// computed already, in order of execution; a group stands in the slot of its last member, where
/// all it reads has been made.
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

    /// The slot that makes a value; nothing if that is not in this partition.
    [[nodiscard]] std::optional<std::size_t> producer(ValueId value) const;
    /// The slot that a node of the model is in; nothing where it is not in this program.
    [[nodiscard]] std::optional<std::size_t> slotOf(NodeId node) const;
    /// The slots that read a value as they are executed; nothing if it is also wanted outside of
    /// this partition.
    [[nodiscard]] std::optional<std::vector<std::size_t>> readers(ValueId value) const;
    /// The only slot that reads a value, once, and nothing else wants it.
    [[nodiscard]] std::optional<std::size_t> soleReader(ValueId value) const;

    /// Of a tensor, where it is known; else undefined.
    [[nodiscard]] DataType typeOf(ValueId value) const;
    [[nodiscard]] bool isFloat32(ValueId value) const { return typeOf(value) == DataType::float32; }
    /// uint8 or int8.
    [[nodiscard]] bool isBytes(ValueId value) const;
    /// Sizes that are known.
    [[nodiscard]] std::optional<std::vector<std::int64_t>> dimsOf(ValueId value) const;
    /// Whether both have the same shape for certain: equal numbers, or equal symbols.
    [[nodiscard]] bool sameShape(ValueId a, ValueId b) const;

    /// Whether a QuantizeLinear or DequantizeLinear has one constant scale, of float32, and one
    /// constant zero point or none, and computes in float32.
    [[nodiscard]] bool hasOneScale(const Node& node) const;

    /// Whether a value is a float32 constant, of the model or computed.
    [[nodiscard]] bool isConstantFloat32(ValueId value) const;

    /// Moves the members of slot `from` in front of those of the later slot `into`.
    void merge(std::size_t from, std::size_t into);
    void sortMembers(std::size_t slot);
    /// The record of a slot reads a value that none of its members reads in the model.
    void alsoReads(std::size_t slot, ValueId value) { m_furtherReaders[value].push_back(slot); }
    /// Takes a slot out whose result was computed.
    void drop(std::size_t slot);

private:
    const Model& m_model;
    const ConstantValues& m_constants;
    std::vector<PlannedNode> m_slots;
    std::unordered_map<NodeId, std::size_t> m_slotOf;
    std::unordered_map<NodeId, std::size_t> m_position; // in the partition
    std::unordered_set<NodeId> m_computed;              // by ConstantValues
    std::unordered_map<ValueId, std::vector<std::size_t>> m_furtherReaders;
    std::unordered_set<ValueId> m_returned; // by a graph
};

} // namespace partita::cpu
