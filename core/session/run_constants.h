#pragma once

#include "core/ir/model.h"
#include "core/provider/run_values.h"

namespace partita {

/// The model with its large constants held by `runValues` alone, as far as they lie in memory and
/// not in a file: those that were computed before nodes were placed. A kernel that has packed such a
/// weight can then free it. Its elements can be read from the model as long as a run value has them.
/// What they do not hold is freed at once: a compiled partition has it.
Model withConstantsIn(RunValues& runValues, const Model& model);

/// The same where no run value holds any: what is left are their types and shapes.
Model withoutConstants(const Model& model);

} // namespace partita
