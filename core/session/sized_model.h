#pragma once

#include "core/session/optimization.h"

namespace partita {

/// `source` with the sizes that only the rewrites before the placement tell, such as those behind a
/// Pad whose pads are computed from constants. For figures and labels only: a session that does not
/// rewrite the model does not know these sizes, so nothing is placed by them.
Model sizedModel(const Model& source, const OptimizedModel& optimized);

} // namespace partita
