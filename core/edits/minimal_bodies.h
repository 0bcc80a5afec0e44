#pragma once

#include "core/edits/new_node.h"

namespace partita::edits {

/// Whether a new node of this operator gets bodies that do as little as they can: If, Loop and Scan.
bool getsBodies(const OperatorDescription& of);

/// Adds a node, which has its name and inputs, with its bodies and outputs. An If returns `passed` in
/// both branches, or a 0 where that is none. A Loop hands on what it carries, once where it is not
/// said how often, and returns the numbers of its turns where it carries nothing. A Scan hands on
/// everything. `outputs`: how many are asked for; 0: as many as the bodies make.
Result<NodeId> addWithBodies(ModelEditor& editor, NamesInUse& names, Node node,
                             const WantedOperator& wanted, std::size_t outputs, ValueId passed);

} // namespace partita::edits
