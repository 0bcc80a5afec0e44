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
/// row[i] = sums[i] · factors[i] + bias[i]; `bias` may be null.
void scaleSums(const std::int32_t* sums, const float* factors, const float* bias, float* row,
               std::int64_t count);
/// row[i] = row[i] · factors[i · step] + bias[i · step], with a step of 0 or 1.
void scaleRow(const float* factors, const float* bias, std::int64_t step, float* row,
              std::int64_t count);
/// Adds 8-bit codes as they are.
void addCodes(const std::byte* codes, bool isSigned, float* row, std::int64_t count);
/// Multiplies numbers by `unit` and rounds them to integers from `low` to `high`, below 2^22; NaN
/// becomes `low`.
void roundRow(float unit, float low, float high, float* row, std::int64_t count);
/// Writes integers less their zero point as codes, each its low byte.
void storeRow(const float* row, std::int32_t zero, std::byte* codes, std::int64_t count);
/// Writes the codes of sums[i] · factors[i] + bias[i], each its low byte; `bias` may be null.
void codeSums(const std::int32_t* sums, const float* factors, const float* bias,
              const CodeBounds& bounds, std::uint8_t* codes, std::int64_t count);
/// Writes the codes of sums · factor + bias, each its low byte.
void codeRow(const float* sums, float factor, float bias, const CodeBounds& bounds,
             std::uint8_t* codes, std::int64_t count);

} // namespace partita::cpu
