#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// The outputs of a body; throws where one of them has no name or there are fewer than `least`.
std::vector<ValueId> bodyOutputs(const Model& model, GraphId body, std::size_t least);

/// A value without elements, of the declared type and dims, in place of one that no iteration made.
/// Sizes that the model does not declare are 0.
RuntimeValue declaredValue(const TypePtr& type);

} // namespace partita::cpu
