#pragma once

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// Fails with an internal error when `written`, read back from a file, is not the model `wanted`.
/// Compared are the operators with the names of their inputs, outputs and attributes, in graphs,
/// bodies and functions; the inputs and outputs of the main graph with their types; and the
/// constants by name, type and shape. Values of constants are not compared: they go from memory to
/// the file unchanged, and gigabytes would be read again. The cost is one reading of the graph
/// without its weights.
Result<void> checkSameModel(const Model& wanted, const Model& written);

} // namespace partita
