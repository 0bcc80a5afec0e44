#pragma once

#include "core/ir/model.h"

namespace partita::edits {

/// Whether two functions, of one model or of two, are the same: their nodes in the same order, with
/// the same names of tensors.
bool sameFunction(const Model& a, GraphId inA, const Model& b, GraphId inB);

} // namespace partita::edits
