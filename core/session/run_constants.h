#pragma once

#include "core/ir/model.h"
#include "core/provider/run_values.h"

namespace partita {

/// The model with its large constants held by `runValues` alone, as far as they lie in memory and
/// not in a file: those that were computed before nodes were placed. A kernel that has packed such a
/// weight can then free it. Its elements can be read from the model as long as a run value has them.
Model withConstantsIn(RunValues& runValues, const Model& model);

} // namespace partita
