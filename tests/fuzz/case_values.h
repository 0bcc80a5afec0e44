#pragma once

#include <vector>

#include <onnx/onnx_pb.h>

#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// The numbers that a tensor is filled with.
struct ValueRange {
    std::int64_t first = -5, last = 5; ///< of integers
    bool special = false;              ///< with NaN, infinities, largest and smallest numbers
    bool fractions = true;             ///< floats need not be whole numbers
};

/// A tensor with random elements of any ONNX type. Unused bits of types with fewer than 8 bits
/// are 0.
onnx::TensorProto randomTensor(Chance& chance, int elementType,
                               const std::vector<std::int64_t>& dims, const ValueRange& range);
/// A tensor with the given whole numbers, of an integer or float type.
onnx::TensorProto numbersTensor(int elementType, const std::vector<std::int64_t>& dims,
                                const std::vector<std::int64_t>& values);

} // namespace partita::fuzz
