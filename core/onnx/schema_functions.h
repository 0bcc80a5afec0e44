#pragma once

#include <functional>

#include "core/ir/model.h"

namespace partita {

/// Replaces nodes by the functions with which ONNX defines their operators, in the main graph and
/// in all bodies. `wanted` is called in each round, so that it can also name nodes of an inserted
/// function. A node without a function, or whose function depends on an unknown type, stays as it
/// is. Shapes are inferred anew when anything was replaced.
Result<Model> expandSchemaFunctions(const Model& model,
                                    const std::function<std::vector<NodeId>(const Model&)>& wanted);

} // namespace partita
