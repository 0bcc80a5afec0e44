#pragma once

#include "providers/cpu/kernel.h"

namespace partita::cpu {

/// The outputs of a body; fails where one of them has no name, or there are fewer than `least`.
std::vector<ValueId> bodyOutputs(const Model& model, GraphId body, std::size_t least);

} // namespace partita::cpu
