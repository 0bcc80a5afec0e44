#pragma once

#include "core/ir/inline_functions.h"
#include "core/session/partitioner.h"

namespace partita {

/// The placement of a model on its own nodes and values, where the nodes of functions were placed in
/// the stead of their calls. A call is in the partition of these nodes; see `Partitioning::splits`
/// for one whose nodes are in several. The summary counts the nodes that were placed.
Partitioning placementOfCalls(const Model& source, std::shared_ptr<const InlinedPlacement> inlined);

/// The same on the nodes of functions as well: each is where it is in the first call.
Partitioning placementInFunctions(const Model& source, const Partitioning& placed);

/// Wishes for a call, or for a node of a function, as wishes for all nodes that stand for it.
PartitionOptions wishesInside(const PartitionOptions& options, const InlinedModel& inlined);

/// A node of a function, in one call of it.
struct PartOfCall {
    NodeId node;                           ///< of the function
    std::optional<std::uint32_t> provider; ///< nothing: gone before nodes are placed, or not run
    bool isSplit = false;
    Message why; ///< as `Partitioning::explain` tells it
};
/// The nodes of the function that a node calls, without Constant nodes and those in bodies; none for
/// a node that calls none.
std::vector<PartOfCall> partsOfCall(const Model& source, const Partitioning& placed, NodeId call);

/// The partition of the node in a call that makes a value, or of one that reads it in the call
/// `reader`: best one of another provider than `from`. 0: it is not known.
std::uint32_t partitionThatMakes(const Partitioning& placed, ValueId value);
std::uint32_t partitionThatReads(const Partitioning& placed, NodeId reader, ValueId value,
                                 std::uint32_t from);

/// Whether calls place a node of a function on different providers, or split it differently.
bool isPlacedByCall(const Model& source, const Partitioning& placed, NodeId node);

} // namespace partita
