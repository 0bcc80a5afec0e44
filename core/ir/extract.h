#pragma once

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// Extracts nodes of one graph, with their bodies, as a model with the given inputs and outputs,
/// which keep their names. Constants that the nodes read and functions that they call are
/// included. Ids are new, and the origin of a node is the node it was
/// copied from. Fails when a node reads a value that no extracted node makes and that is neither a
/// constant nor an input.
Result<Model> extractSubgraph(const Model& model, GraphId graph, const std::vector<NodeId>& nodes,
                              const std::vector<ValueId>& inputs,
                              const std::vector<ValueId>& outputs);

/// The nodes of a graph (none: of the main graph) that compute `outputs` from `inputs`: the search
/// ends at the inputs.
std::vector<NodeId> nodesBetween(const Model& model, const std::vector<ValueId>& inputs,
                                 const std::vector<ValueId>& outputs, GraphId graph = {});

} // namespace partita
