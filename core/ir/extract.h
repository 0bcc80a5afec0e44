#pragma once

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// A model of some nodes of one graph, with their bodies, from `inputs` to `outputs`, which keep
/// their names; constants that the nodes read come along. Ids are new; a node's origin is the one
/// it was taken from. Fails where a node reads something that
/// is neither made within, nor constant, nor an input.
Result<Model> extractSubgraph(const Model& model, GraphId graph, const std::vector<NodeId>& nodes,
                              const std::vector<ValueId>& inputs,
                              const std::vector<ValueId>& outputs);

/// The nodes of the main graph that the outputs need, inputs cut off.
std::vector<NodeId> nodesBetween(const Model& model, const std::vector<ValueId>& inputs,
                                 const std::vector<ValueId>& outputs);

} // namespace partita
