#pragma once

#include <functional>

#include "core/ir/model.h"

namespace partita {

/// Replaces nodes by the functions that ONNX defines their operators by, in the main graph and in
/// all bodies. `wanted` is asked round by round, so that a function's own nodes may be named, too;
/// nodes for which there is no such function (or it depends on a type that is not known) stay as
/// they are. Shapes are inferred anew when anything was replaced.
Result<Model> expandSchemaFunctions(const Model& model,
                                    const std::function<std::vector<NodeId>(const Model&)>& wanted);

} // namespace partita
