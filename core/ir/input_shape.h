#pragma once

#include "core/ir/model.h"

namespace partita {

/// The shape of input `index` of a node; null: not known.
const Shape* inputShape(const Model& model, const Node& node, std::size_t index);

} // namespace partita
