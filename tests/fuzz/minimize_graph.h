#pragma once

#include <functional>

#include "core/ir/model.h"

namespace partita::fuzz {

/// A smaller model for which `isWrong` still holds: outputs are left out, the nodes behind a value
/// and before it are cut off, single nodes are bypassed, and inputs that nothing reads go. What is
/// before a cut becomes an input.
Model minimized(const Model& model, const std::function<bool(const Model&)>& isWrong);

} // namespace partita::fuzz
