#pragma once

#include <functional>

#include "tests/fuzz/operator_case.h"

namespace partita::fuzz {

/// A smaller case for which `isWrong` still holds: surroundings, attributes, inputs and outputs are
/// left out and sizes and values simplified, step by step.
OperatorCase minimized(OperatorCase each, const std::function<bool(const OperatorCase&)>& isWrong);

} // namespace partita::fuzz
