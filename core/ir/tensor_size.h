#pragma once

#include "core/ir/type.h"

namespace partita {

// Sizes of tensors: what cannot be counted is never taken for the size of an empty tensor.

/// elementCount() of dims that were checked where they came from; throws std::length_error where
/// they have none.
std::int64_t countOf(const std::vector<std::int64_t>& dims);
/// packedBytes() of a count that was checked; 0 for strings and unknown types, which have no raw
/// bytes. Throws std::length_error where 64 bits do not hold the number.
std::uint64_t bytesOf(DataType type, std::int64_t count);

/// The largest single tensor, far more than any machine has: a hostile shape fails with its own
/// words and not in the allocator.
constexpr std::uint64_t kMostTensorBytes = std::uint64_t{1} << 40;

/// What is wrong with the size of a tensor that shall be made: negative, not to be counted or
/// beyond kMostTensorBytes, or an empty one that would be enormous along its other axes. Null:
/// nothing.
const char* impossibleSize(DataType type, const std::vector<std::int64_t>& dims);

} // namespace partita
