#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// A tensor of the name, type and shape of `form`, whose elements `source` gives.
TensorPtr sourcedTensor(const Tensor& form, std::shared_ptr<const ExternalSource> source);

} // namespace partita
