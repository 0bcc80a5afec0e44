#pragma once

#include <optional>

#include "providers/cpu/loops/vector_step.h"
#include "providers/cpu/plan/constant_values.h"

namespace partita::cpu {

/// The step that a node of one operand is, with constant parameters; nothing for any other node.
std::optional<VectorStep> unaryStep(const ConstantValues& constants, const Node& node);

} // namespace partita::cpu
