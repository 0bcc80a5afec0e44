#pragma once

#include <unordered_set>

#include "core/ir/model.h"

namespace partita {

/// The nodes of the main graph that depend on constants only, random ones and those with bodies
/// left out.
std::unordered_set<NodeId> nodesOfConstants(const Model& model);

} // namespace partita
