#pragma once

#include <vector>

#include "core/ir/graph_order.h"

namespace partita {

/// The tensors that the nodes of a body, and of bodies inside it, read from the graphs around it,
/// without constants. In the order of first use.
std::vector<ValueId> capturedValues(const Model& model, GraphId body, const GraphOrder& order);

} // namespace partita
