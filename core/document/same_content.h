#pragma once

#include "core/ir/model.h"

namespace partita {

/// Whether a delta leaves everything as it was, as that of an edit and of another one that takes it
/// back by hand: each entry is there before and after, and saving would write the same of both.
/// Tensors are the same only where they are the same object, and strings of attributes where they are
/// the same memory or short, so that nothing large is read. The origin of a node is not looked at.
bool changesNothing(const ModelDelta& delta);

} // namespace partita
