#pragma once

#include <vector>

#include "core/ir/model.h"

namespace partita::edits {

/// Gives the outputs of nodes that an edit made or changed the types that ONNX infers for these
/// nodes by themselves. Where such a type is another one than before, what is computed from it loses
/// its shape (its type, if the element type changed): a type that the file stated for what was there
/// before would be kept by later inference as if it were still stated.
void followTypes(ModelEditor& editor, const std::vector<NodeId>& nodes);

} // namespace partita::edits
