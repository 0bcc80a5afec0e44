#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "core/ir/model.h"
#include "core/provider/partitioning.h"

namespace partita {

/// Names a group, as long as its nodes stay the same.
struct GroupKey {
    NodeId first;
    std::uint32_t nodes = 0;
    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

/// A stretch of the order of execution that is drawn as one box until it is opened. Stretches,
/// because the graph of groups then has no cycle.
struct NodeGroup {
    std::size_t begin = 0, end = 0;  ///< places in the order
    std::string title;               ///< name scope; empty: it has none
    std::size_t repeats = 1;         ///< more: that many children, alike in all but weights
    std::vector<NodeGroup> children; ///< one after another without gaps; none: only nodes

    [[nodiscard]] std::size_t size() const { return end - begin; }
    [[nodiscard]] GroupKey key(std::span<const NodeId> order) const {
        return {order[begin], static_cast<std::uint32_t>(size())};
    }
};

/// Groups the nodes of one graph: by partition where there are few, then by name scope (of names
/// with '/' or of the exporter's metadata) or, without names, by what repeats in the order of
/// operators. The result stands for the whole graph; without children there is nothing to group.
NodeGroup groupNodes(const Model& model, std::span<const NodeId> order,
                     const Partitioning* partitioning);

/// The groups that hold a place of the order, outermost first, without the whole graph.
std::vector<const NodeGroup*> groupsAround(const NodeGroup& whole, std::size_t place);

} // namespace partita
