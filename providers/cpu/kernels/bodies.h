#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// The outputs of a body; fails where one of them has no name, or there are fewer than `least`.
std::vector<ValueId> bodyOutputs(const Model& model, GraphId body, std::size_t least);

/// Type and dims of a value that no iteration has made, as the model declares them; a size that it
/// does not tell is 0. It has no elements.
RuntimeValue declaredValue(const TypePtr& type);

} // namespace partita::cpu
