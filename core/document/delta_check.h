#pragma once

#include "core/ir/model.h"

namespace partita {

/// Whether the bytes of a tensor that was read are those of its type and shape.
bool isSound(const Tensor& tensor);
/// Whether the model after `delta` names nothing that is not there, has one producer for each value
/// and no cycle. Costs time in the size of the delta, but for the search for cycles.
bool isSound(const ModelDelta& delta, const Model& before);

} // namespace partita
