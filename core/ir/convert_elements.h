#pragma once

#include "core/ir/tensor.h"

namespace partita {

/// A tensor with its elements as another type.
struct ConvertedTensor {
    Tensor tensor;
    /// Elements that the type cannot hold: they have the nearest end of its range, or an infinity in a
    /// floating-point type of 16 bits or more.
    std::uint64_t clipped = 0;
};

/// The elements of `tensor` as `type`, as ONNX's Cast defines it: to an integer towards zero, to a
/// floating-point type to the nearest, ties to even; anything but 0 is true. Where Cast wraps
/// around, or says nothing, an integer beyond the range of `type` becomes the nearest end of it, and
/// a NaN becomes 0: no weight means the wrapped number. Fails for strings and complex numbers.
Result<ConvertedTensor> convertElements(const Tensor& tensor, DataType type);

} // namespace partita
