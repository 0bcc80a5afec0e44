#pragma once

#include "core/edits/edit.h"
#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// A random edit of any kind, with ids, names, tensors and types that mostly are of the model and
/// sometimes are not.
Edit randomEdit(const Model& model, Chance& chance);

} // namespace partita::fuzz
