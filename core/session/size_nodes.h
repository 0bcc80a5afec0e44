#pragma once

#include <vector>

#include "core/ir/model.h"

namespace partita {

/// By NodeId: whether all results of a node are only sizes, axes or offsets that other nodes take,
/// directly or after more such arithmetic. A graph output is a result of its own.
std::vector<bool> sizeNodes(const Model& model);

} // namespace partita
