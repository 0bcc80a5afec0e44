#pragma once

#include <cstddef>
#include <cstdint>

#include "providers/cpu/loops/code_rows.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

// Steps on the way from int32 sums of products of codes to 8-bit codes, as floats in between. They are
// inlined into a loop over short rows, for the best instructions (onBestCpu).

/// row[i] = sums[i] · factors[i] + bias[i]; `bias` may be null.
PARTITA_INLINE inline void scaleSums(const std::int32_t* sums, const float* factors,
                                     const float* bias, float* row, std::int64_t count) {
    if (bias)
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = static_cast<float>(sums[i]) * factors[i] + bias[i];
    else
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = static_cast<float>(sums[i]) * factors[i];
}

/// row[i] = row[i] · factors[i · step] + bias[i · step], with a step of 0 or 1.
PARTITA_INLINE inline void scaleRow(const float* factors, const float* bias, std::int64_t step,
                                    float* row, std::int64_t count) {
    if (step == 0) {
        const float factor = *factors, more = *bias;
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = row[i] * factor + more;
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = row[i] * factors[i] + bias[i];
    }
}

/// Adds 8-bit codes as they are.
PARTITA_INLINE inline void addCodes(const std::byte* codes, bool isSigned, float* row,
                                    std::int64_t count) {
    if (isSigned)
        for (std::int64_t i = 0; i < count; ++i)
            row[i] += static_cast<float>(static_cast<std::int8_t>(codes[i]));
    else
        for (std::int64_t i = 0; i < count; ++i)
            row[i] += static_cast<float>(static_cast<std::uint8_t>(codes[i]));
}

/// Multiplies numbers by `unit` and rounds them to integers from `low` to `high`, below 2^22; NaN
/// becomes `low`.
PARTITA_INLINE inline void roundRow(float unit, float low, float high, float* row,
                                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float number = row[i] * unit, above = number > low ? number : low;
        row[i] = wholeNumber(above < high ? above : high);
    }
}

/// Writes integers less their zero point as codes, each its low byte.
PARTITA_INLINE inline void storeRow(const float* row, std::int32_t zero, std::byte* codes,
                                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = static_cast<std::byte>(static_cast<std::int32_t>(row[i]) + zero);
}

/// Writes the codes of sums[i] · factors[i] + bias[i], each its low byte; `bias` may be null.
PARTITA_INLINE inline void codeSums(const std::int32_t* sums, const float* factors,
                                    const float* bias, CodeBounds by, std::byte* codes,
                                    std::int64_t count) {
    const auto code = [&](float number) PARTITA_INLINE {
        return static_cast<std::byte>(
            static_cast<std::int32_t>(codeOf(number, by.zero, by.low, by.high)));
    };
    if (bias)
        for (std::int64_t i = 0; i < count; ++i)
            codes[i] = code(static_cast<float>(sums[i]) * factors[i] + bias[i]);
    else
        for (std::int64_t i = 0; i < count; ++i)
            codes[i] = code(static_cast<float>(sums[i]) * factors[i]);
}

} // namespace partita::cpu
