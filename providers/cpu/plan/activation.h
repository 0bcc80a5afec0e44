#pragma once

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/plan/constant_values.h"

namespace partita::cpu {

/// The node as an activation of oneDNN with constant parameters; empty for any other node.
std::optional<Activation> activationOf(const ConstantValues& constants, const Node& node);

} // namespace partita::cpu
