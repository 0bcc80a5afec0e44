#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/ir/graph_order.h"

namespace partita {

/// Arranges the nodes of one graph so that nodes of one colour stand together as far as their
/// dependencies allow. Every arrangement is an execution order, so pieces of it never depend on
/// each other in a cycle. Takes time in the number of edges, times the logarithm of the nodes.
/// Source: the node groups of ONNX Runtime's CreateSupportedPartitions (1.22), which drain one kind
/// of node after the other.
class DependencyGroups {
public:
    /// `order`: the nodes in execution order.
    DependencyGroups(const GraphOrder& graphOrder, std::vector<NodeId> order);

    /// The nodes in an execution order in which the nodes of a unit are consecutive.
    [[nodiscard]] const std::vector<NodeId>& order() const { return m_order; }
    /// Makes each list of nodes a unit: its nodes stay together from now on. Where the lists would
    /// depend on each other in a cycle, their pieces that are consecutive in `order` become units.
    void keepTogether(const std::vector<std::vector<NodeId>>& lists);
    /// An arrangement (indices in `order`) with few changes of colour, at least for two colours the
    /// fewest possible. `colours`: for each of `order`; the nodes of a unit have one colour. Empty
    /// when the nodes depend on each other in a cycle.
    [[nodiscard]] std::vector<std::size_t> arranged(std::span<const std::uint32_t> colours) const;

private:
    struct Units;
    [[nodiscard]] std::vector<std::size_t> drained(const Units& units, std::uint32_t first) const;
    bool tryUnits(const std::vector<std::uint32_t>& unitOf);

    const GraphOrder* m_graphOrder;
    std::vector<NodeId> m_order;
    std::vector<std::uint32_t> m_unitOf;  ///< by index in `m_order`; 0: alone
    std::vector<std::size_t> m_begin;     ///< by index: where its readers begin in `m_readers`
    std::vector<std::uint32_t> m_readers; ///< indices of the nodes that depend on it
    std::uint32_t m_units = 0;
};

} // namespace partita
