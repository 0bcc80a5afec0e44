#pragma once

#include <optional>

#include "core/ir/model.h"

namespace partita {

/// The output of a Constant node, from whichever attribute holds it; sparse tensors are made dense.
/// Nothing when the attribute is missing or damaged, or the dense form exceeds 1 GiB.
std::optional<Tensor> constantValue(const Node& node);

/// The initial value of a value, if it has one; a sparse one is made dense. Nothing also for a
/// sparse one that is damaged or whose dense form exceeds 1 GiB.
std::optional<Tensor> initializerOf(const Value& value);

/// The constant value of an initializer that is not also a graph input, or of a Constant node's
/// output; nothing for any other value.
std::optional<Tensor> constantOf(const Model& model, ValueId value);

/// The number in a constant of exactly one element, of any rank; nothing otherwise.
std::optional<double> scalarConstant(const Model& model, ValueId value);

} // namespace partita
