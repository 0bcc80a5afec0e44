#pragma once

#include "core/ir/model.h"

namespace partita {

/// The declared or inferred shape of a tensor; null: not known, or it is no tensor.
const Shape* shapeOf(const Model& model, ValueId value);
/// The shape of input `index` of a node; null: not known.
const Shape* inputShape(const Model& model, const Node& node, std::size_t index);

} // namespace partita
