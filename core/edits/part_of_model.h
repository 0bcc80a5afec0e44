#pragma once

#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// Nodes of one graph as a model of their own: what they read from outside and is no constant are its
/// inputs, what others read of them (or, if nobody does, nobody reads) its outputs. Names stay, and
/// constants and functions that they use come along. `model` should have inferred types: inputs and
/// outputs need them. Fails for nodes of several graphs.
Result<Model> partOfModel(const Model& model, const std::vector<NodeId>& nodes);

} // namespace partita
