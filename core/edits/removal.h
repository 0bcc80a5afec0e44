#pragma once

#include <vector>

#include "core/ir/model.h"

namespace partita::edits {

/// Removes nodes with their bodies, and the constants that nothing reads any more. What reads their
/// outputs reads nothing then; an output of a graph stays, as a tensor that nothing makes. Returns
/// the nodes that were readers.
std::vector<NodeId> removeNodes(ModelEditor& editor, const std::vector<NodeId>& nodes);
/// Removes those of the tensors that are constant and that nothing reads, with their Constant nodes.
void removeUnreadConstants(ModelEditor& editor, std::vector<ValueId> candidates);
/// Removes bodies, or functions, with all that is in them; returns what they read from outside.
std::vector<ValueId> removeBodies(ModelEditor& editor, const std::vector<GraphId>& bodies);

} // namespace partita::edits
