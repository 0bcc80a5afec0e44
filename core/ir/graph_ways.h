#pragma once

#include <functional>
#include <vector>

#include "core/ir/model.h"

namespace partita {

// Ways of data through a model. A node is followed by the readers of its outputs, in bodies as
// well; a node with bodies is followed by the readers of the bodies' inputs, and what computes an
// output of a body is followed by the node that holds the body.

/// Which end of a node its neighbours are at.
enum class Way { back, forth };

/// The nodes directly before or after a node, ascending, each once.
std::vector<NodeId> neighboursOf(const Model& model, NodeId node, Way way);

/// `from` and every node that can be reached from them, ascending. A node for which `within` is
/// false is not taken and not passed; empty: every node is taken.
std::vector<NodeId> reachableFrom(const Model& model, const std::vector<NodeId>& from, Way way,
                                  const std::function<bool(NodeId)>& within = {});

/// By NodeId: nodes whose outputs nothing reads, but nodes of this kind. A graph that returns an output
/// reads it; what is inside a node of this kind is one as well.
std::vector<bool> unreadNodes(const Model& model);

/// The nodes of a shortest way between two nodes, both included, in the direction of the data: from
/// `a` to `b`, or from `b` to `a` if there is only that one. Of several, the one by the lowest ids.
/// Empty: there is no way.
std::vector<NodeId> shortestWay(const Model& model, NodeId a, NodeId b);

/// The nodes on all ways between two nodes, both included, ascending; in the direction that
/// `shortestWay` takes. Empty: there is no way.
std::vector<NodeId> allWays(const Model& model, NodeId a, NodeId b);

/// The nodes of a graph that are connected to nothing: they read no tensor but constants, and nothing
/// reads what they compute.
std::vector<NodeId> unconnectedNodes(const Model& model, GraphId graph);

} // namespace partita
