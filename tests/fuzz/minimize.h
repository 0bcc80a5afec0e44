#pragma once

#include <functional>

#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// A smaller case that is still wrong: surroundings, attributes, inputs and outputs are left out, sizes
/// and values made plain, piece by piece, as long as `isWrong` says so.
OperatorCase minimized(OperatorCase each, const std::function<bool(const OperatorCase&)>& isWrong);

} // namespace partita::fuzz
