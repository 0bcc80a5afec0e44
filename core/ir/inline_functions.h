#pragma once

#include "core/ir/model.h"

namespace partita {

/// Replaces every call of a model-local function by the function's nodes, in the main graph and in
/// all bodies, functions in functions included; what providers place and run is the result. New
/// nodes name the call they came from. Fails when functions call themselves, and before anything is
/// copied when the result would be larger than `checkInlinedSize` allows.
/// Source: ONNX IR specification, "Functions"; ONNX Runtime inlines before it places nodes, too.
Result<Model> inlineFunctions(const Model& model);

/// Puts the nodes of `function`, a function of the model `from`, in the place of a node.
void expandCall(ModelEditor& editor, NodeId call, const Model& from, GraphId function);

/// A node and what it came from, as the origin of what takes its place: it may itself be new, and
/// is gone afterwards.
std::vector<NodeId> originsWith(const Node& node);

/// The node of `earlier` that a node of `later` is or was part of, where `later` is `earlier` with
/// calls and operators replaced by functions; none: it has come from elsewhere. Ids of two models
/// are the same only where one was made from the other, and new nodes are in the later one alone.
NodeId nodeBefore(const Model& earlier, const Model& later, NodeId id);

} // namespace partita
