#pragma once

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// Fails, as our own bug, where `written`, read back from a file, is not the model that was to be
/// written: the same operators with the same names of inputs and outputs and the same attributes in
/// graphs, bodies and functions, the same inputs and outputs of the main graph with their types, and
/// the same constants by name, type and shape. The values of constants are not compared: they go from
/// memory to the file as they are, and gigabytes would be read once more. Costs one reading of the
/// graph, without its weights.
Result<void> checkSameModel(const Model& wanted, const Model& written);

} // namespace partita
