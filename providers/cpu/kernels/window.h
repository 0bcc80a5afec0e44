#pragma once

#include "providers/cpu/kernel.h"

namespace partita::cpu {

/// Geometry of a convolution or pooling, one entry for each spatial axis.
struct Window {
    Dims kernel, strides, dilations, padBegin, padEnd;
    Dims outDims(const Dims& spatial, bool ceil) const;
};

/// A list that an attribute gives, or `rank` times the same where it gives none; fails for any
/// other length.
Dims orDefault(Dims values, std::size_t rank, std::int64_t otherwise);

/// From the node's attributes, with auto_pad resolved for this input.
Window windowOf(const Node& node, const Dims& spatial, const Dims& kernel);

/// Pooling by plain loops, for what oneDNN does not do.
void maxPoolReference(KernelContext& context);
void averagePoolReference(KernelContext& context);

} // namespace partita::cpu
