#pragma once

#include <unordered_set>

#include "core/rewrite/pass_run.h"

namespace partita {

/// The nodes of the main graph that depend on constants only, except random operators and nodes
/// with bodies.
std::unordered_set<NodeId> nodesOfConstants(const Model& model);

/// The results of these nodes that other nodes read or the model returns, in the order of the nodes.
std::vector<ValueId> resultsFor(const Model& model, const std::unordered_set<NodeId>& nodes);

/// Makes sure that values which become inputs or outputs state their type, by shape inference where
/// they do not. Returns false, with a note, when a type cannot be inferred.
bool stateTypes(Rewriter& rewriter, const std::vector<ValueId>& values);

} // namespace partita
