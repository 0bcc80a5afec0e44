#pragma once

#include <compare>
#include <span>
#include <string>
#include <vector>

#include "core/ir/model.h"
#include "core/provider/partitioning.h"

namespace partita {

/// Identifies a group, as long as its nodes stay the same.
struct GroupKey {
    NodeId first;
    std::uint32_t nodes = 0;
    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

/// A range of the execution order that is drawn as one box until it is opened. Groups are ranges
/// because the graph of groups then has no cycle.
struct NodeGroup {
    std::size_t begin = 0, end = 0;  ///< indices in the order
    std::string title;               ///< name scope; empty: it has none
    std::size_t repeats = 1;         ///< above 1: so many children with the same operators
    std::vector<NodeGroup> children; ///< consecutive, without gaps; none: only nodes

    [[nodiscard]] std::size_t size() const { return end - begin; }
    [[nodiscard]] GroupKey key(std::span<const NodeId> order) const {
        return {order[begin], static_cast<std::uint32_t>(size())};
    }
};

/// What divides a graph first.
enum class GroupBy {
    partitions, ///< where there are few; each of them as `names` does
    names,  ///< name scopes (from names with '/' or the exporter's metadata); without names, blocks
    blocks, ///< what repeats in the sequence of operators; where nothing does, names
};

/// Groups the nodes of one graph. The result is the whole graph as a group; it has no children when
/// nothing is grouped. `partitioning` may be null: nothing is placed.
NodeGroup groupNodes(const Model& model, std::span<const NodeId> order,
                     const Partitioning* partitioning, GroupBy by = GroupBy::partitions);

/// The groups that hold index `place` of the order, outermost first, without the whole graph.
std::vector<const NodeGroup*> groupsAround(const NodeGroup& whole, std::size_t place);

} // namespace partita
