#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::cpu {

// Rows of int32 sums of products of codes on their way to 8-bit codes, as floats in between.

/// A zero point, and the smallest and largest code, which include it.
struct CodeBounds {
    float zero, low, high;
};

/// Takes `by` from each sum; integers wrap around.
void takeFrom(std::uint32_t* sums, std::uint32_t by, std::int64_t count);
/// sums[i] -= (factors[i] - shift) · by; integers wrap around.
void takeMultiples(std::uint32_t* sums, const std::int32_t* factors, std::int32_t shift,
                   std::uint32_t by, std::int64_t count);
/// Writes the codes of sums · factor + bias, each its low byte.
void codeRow(const float* sums, float factor, float bias, const CodeBounds& bounds,
             std::uint8_t* codes, std::int64_t count);

} // namespace partita::cpu
