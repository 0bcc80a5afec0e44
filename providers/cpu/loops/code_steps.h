#pragma once

#include <cstddef>
#include <cstdint>

#include "providers/cpu/loops/code_rows.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

// Steps on the way from int32 sums of products of codes to 8-bit codes, as floats in between. They are
// inlined into a loop over short rows, for the best instructions (onBestCpu).

/// How a number becomes an integer from `low` to `high`, which are below 2^22: number · unit is rounded.
/// NaN becomes `low`.
struct ToInteger {
    float unit, low, high;

    PARTITA_INLINE float operator()(float number) const {
        number *= unit;
        const float above = number > low ? number : low;
        return wholeNumber(above < high ? above : high);
    }
};

/// row[i] = then(sums[i] · factors[i] + bias[i]).
template <class Then>
PARTITA_INLINE inline void scaleSums(const std::int32_t* sums, const float* factors,
                                     const float* bias, Then then, float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        row[i] = then(static_cast<float>(sums[i]) * factors[i] + bias[i]);
}

/// row[i] = then(row[i] · factors[i] + bias[i]).
template <class Then>
PARTITA_INLINE inline void scaleRow(const float* factors, const float* bias, Then then, float* row,
                                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        row[i] = then(row[i] * factors[i] + bias[i]);
}

/// row[i] = then(row[i] · factors[i] + bias[i] + codes[i]), with codes as they are.
template <class Code, class Then>
PARTITA_INLINE inline void scaleAndAdd(const float* factors, const float* bias, const Code* codes,
                                       Then then, float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        row[i] = then(row[i] * factors[i] + bias[i] + static_cast<float>(codes[i]));
}

/// row[i] = then(row[i]).
template <class Then> PARTITA_INLINE inline void mapRow(Then then, float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        row[i] = then(row[i]);
}

/// Writes integers less their zero point as codes, each its low byte.
PARTITA_INLINE inline void storeRow(const float* row, std::int32_t zero, std::byte* codes,
                                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = static_cast<std::byte>(static_cast<std::int32_t>(row[i]) + zero);
}

/// Writes the codes of sums[i] · factors[i] + bias[i], each its low byte.
PARTITA_INLINE inline void codeSums(const std::int32_t* sums, const float* factors,
                                    const float* bias, CodeBounds by, std::byte* codes,
                                    std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float number = static_cast<float>(sums[i]) * factors[i] + bias[i];
        codes[i] = static_cast<std::byte>(
            static_cast<std::int32_t>(codeOf(number, by.zero, by.low, by.high)));
    }
}

} // namespace partita::cpu
