#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// A tensor of the name, type and shape of `form`, whose elements `source` gives.
TensorPtr sourcedTensor(const Tensor& form, std::shared_ptr<const ExternalSource> source);

/// A tensor of this form whose elements nobody has: numbers stand in for them, which are made
/// whenever they are read. Floating point only.
TensorPtr standInFor(const Tensor& form);
/// Whether numbers only stand in for the elements: what is computed from them may be anything, so it
/// can be a stand-in as well, which costs no memory.
bool isStandIn(const Tensor& tensor);

} // namespace partita
