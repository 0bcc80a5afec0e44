#pragma once

#include <optional>

#include "core/ir/model.h"

namespace partita {

/// What a Constant node yields, whichever of its attributes holds it; sparse tensors are made
/// dense. Nothing where the attribute is missing or damaged.
std::optional<Tensor> constantValue(const Node& node);

/// The constant that a value is: an initializer that is not also an input, or a Constant node's
/// output.
std::optional<Tensor> constantOf(const Model& model, ValueId value);

/// The number in a constant of one element.
std::optional<double> scalarConstant(const Model& model, ValueId value);

} // namespace partita
