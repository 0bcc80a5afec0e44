#pragma once

#include <vector>

#include <onnx/onnx_pb.h>

#include "tests/fuzz/chance.h"

namespace partita::fuzz {

/// What numbers a tensor is filled with.
struct ValueRange {
    std::int64_t first = -5, last = 5; ///< of integers
    bool special = false;              ///< NaN, infinities, largest and smallest numbers among them
    bool fractions = true;             ///< floating point numbers are no whole ones
};

/// A tensor with random elements of any type that ONNX has. Bits that no number has, of types of
/// less than 8 bits, are 0.
onnx::TensorProto randomTensor(Chance& chance, int elementType,
                               const std::vector<std::int64_t>& dims, const ValueRange& range);
/// The same with these whole numbers; for integer and floating point types.
onnx::TensorProto numbersTensor(int elementType, const std::vector<std::int64_t>& dims,
                                const std::vector<std::int64_t>& values);

} // namespace partita::fuzz
