#pragma once

#include "core/data/node_values.h"
#include "core/scene/node_colouring.h"

namespace partita {

/// Colours by what the model itself says. A group has the colour of most of its nodes.
NodeColouring colouringByOperator(const Model& model, const GraphScene& scene);
/// By the element type of the first output.
NodeColouring colouringByType(const Model& model, const GraphScene& scene);
/// By the bytes of the outputs and of the weights that a node reads; a group has the sum of its
/// nodes. Unknown dimensions are taken as 1.
NodeColouring colouringByMemory(const Model& model, const GraphScene& scene);
/// By values from a file: a group has the largest value, or the most frequent category, of its
/// nodes.
NodeColouring colouringByValues(const NodeValues& values, const GraphScene& scene);

} // namespace partita
