#pragma once

#include "core/ir/model.h"

namespace partita {

/// Whether an edit leaves alone what may change the types of anything, so that the types after it
/// can be inferred by parts. `delta`: from `before` to `after`, models as they are stored.
bool partsSuffice(const Model& before, const Model& after, const ModelDelta& delta);

} // namespace partita
