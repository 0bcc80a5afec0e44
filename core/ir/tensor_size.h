#pragma once

#include <span>

#include "core/ir/type.h"

namespace partita {

// Sizes of tensors: a size that cannot be counted is an error, never 0.

/// `elementCount` of dimensions that were checked at their source; throws std::length_error when
/// they are negative or their product overflows.
std::int64_t countOf(std::span<const std::int64_t> dims);
/// `packedBytes` of a count that was checked; 0 for strings and unknown types, which have no raw
/// bytes. Throws std::length_error when the number of bits overflows 64 bits.
std::uint64_t bytesOf(DataType type, std::int64_t count);

/// The largest single tensor: far more than any machine has, so that a hostile shape gets a clear
/// error instead of failing in the allocator.
constexpr std::uint64_t kMostTensorBytes = std::uint64_t{1} << 40;

/// What is wrong with the size of a tensor to be made: negative, not countable, beyond
/// kMostTensorBytes, or empty but enormous along its other axes. Null: nothing.
const char* impossibleSize(DataType type, std::span<const std::int64_t> dims);

} // namespace partita
