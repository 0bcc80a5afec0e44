#pragma once

#include "core/ir/model.h"

namespace partita {

/// Whether a delta leaves everything as it was, as that of an edit and of another one that takes it
/// back by hand: each entry is there before and after, with the same content. Elements of tensors
/// are the same only where they are the same object, and the origin of a node is not looked at.
bool changesNothing(const ModelDelta& delta);

} // namespace partita
