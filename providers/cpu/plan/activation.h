#pragma once

#include "providers/cpu/kernels/epilogue.h"
#include "providers/cpu/plan/constant_values.h"

namespace partita::cpu {

/// The activation that a node is, with constant parameters; nothing for any other node.
std::optional<Activation> activationOf(const ConstantValues& constants, const Node& node);

} // namespace partita::cpu
