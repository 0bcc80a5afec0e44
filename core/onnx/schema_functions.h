#pragma once

#include <functional>

#include "core/ir/model.h"

namespace partita {

/// Replaces nodes by the functions that ONNX defines their operators by, in the main graph and in
/// all bodies; a function's own nodes are asked for, too. Nodes for which `wanted` is true and
/// there is no such function (or it depends on a type that is not known) stay as they are. Shapes
/// are inferred anew when anything was replaced.
Result<Model> expandSchemaFunctions(const Model& model,
                                    const std::function<bool(const Model&, const Node&)>& wanted);

} // namespace partita
