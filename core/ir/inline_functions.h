#pragma once

#include "core/ir/model.h"

namespace partita {

/// Replaces every call of a model-local function by the function's nodes, in the main graph and in
/// all bodies, functions in functions included; what providers place and run is the result. New
/// nodes name the call they came from. Fails when functions call themselves.
/// Source: ONNX IR specification, "Functions"; ONNX Runtime inlines before it places nodes, too.
Result<Model> inlineFunctions(const Model& model);

/// Puts the nodes of `function`, a function of the model `from`, in the place of a node.
void expandCall(ModelEditor& editor, NodeId call, const Model& from, GraphId function);

/// The function that a node calls; none if it is an operator.
GraphId calledFunction(const Model& model, const Node& node);

} // namespace partita
