#pragma once

#include <unordered_set>

#include "core/ir/model.h"

namespace partita {

/// The nodes of the main graph that depend on constants only, except random operators and nodes
/// with bodies.
std::unordered_set<NodeId> nodesOfConstants(const Model& model);

} // namespace partita
