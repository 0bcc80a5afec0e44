#include "providers/cpu/loops/code_rows.h"

#include "providers/cpu/loops/vector_math.h"

namespace partita::cpu {

PARTITA_FOR_EACH_CPU
void takeFrom(std::uint32_t* sums, std::uint32_t by, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] -= by;
}

PARTITA_FOR_EACH_CPU
void takeMultiples(std::uint32_t* sums, const std::int32_t* factors, std::int32_t shift,
                   std::uint32_t by, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        sums[i] -= static_cast<std::uint32_t>(factors[i] - shift) * by;
}

PARTITA_FOR_EACH_CPU
void scaleSums(const std::int32_t* sums, const float* factors, const float* bias, float* row,
               std::int64_t count) {
    if (bias)
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = static_cast<float>(sums[i]) * factors[i] + bias[i];
    else
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = static_cast<float>(sums[i]) * factors[i];
}

PARTITA_FOR_EACH_CPU
void scaleRow(const float* factors, const float* bias, std::int64_t step, float* row,
              std::int64_t count) {
    if (step == 0) {
        const float factor = *factors, more = *bias;
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = row[i] * factor + more;
    } else {
        for (std::int64_t i = 0; i < count; ++i)
            row[i] = row[i] * factors[i] + bias[i];
    }
}

PARTITA_FOR_EACH_CPU
void addCodes(const std::byte* codes, bool isSigned, float* row, std::int64_t count) {
    if (isSigned)
        for (std::int64_t i = 0; i < count; ++i)
            row[i] += static_cast<float>(static_cast<std::int8_t>(codes[i]));
    else
        for (std::int64_t i = 0; i < count; ++i)
            row[i] += static_cast<float>(static_cast<std::uint8_t>(codes[i]));
}

PARTITA_FOR_EACH_CPU
void roundRow(float unit, float low, float high, float* row, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
        const float number = row[i] * unit, above = number > low ? number : low;
        row[i] = wholeNumber(above < high ? above : high);
    }
}

PARTITA_FOR_EACH_CPU
void storeRow(const float* row, std::int32_t zero, std::byte* codes, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = static_cast<std::byte>(static_cast<std::int32_t>(row[i]) + zero);
}

namespace {

template <bool Bias>
PARTITA_INLINE inline void codeSumsOf(const std::int32_t* sums, const float* factors,
                                      const float* bias, CodeBounds by, std::uint8_t* codes,
                                      std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = static_cast<std::uint8_t>(static_cast<std::int32_t>(
            codeOf(static_cast<float>(sums[i]) * factors[i] + (Bias ? bias[i] : 0.0F), by.zero,
                   by.low, by.high)));
}

} // namespace

PARTITA_FOR_EACH_CPU
void codeSums(const std::int32_t* sums, const float* factors, const float* bias,
              const CodeBounds& bounds, std::uint8_t* codes, std::int64_t count) {
    if (bias)
        codeSumsOf<true>(sums, factors, bias, bounds, codes, count);
    else
        codeSumsOf<false>(sums, factors, bias, bounds, codes, count);
}

PARTITA_FOR_EACH_CPU
void codeRow(const float* sums, float factor, float bias, const CodeBounds& bounds,
             std::uint8_t* codes, std::int64_t count) {
    const CodeBounds by = bounds; // a byte that is written might be one of these
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = static_cast<std::uint8_t>(
            static_cast<std::int32_t>(codeOf(sums[i] * factor + bias, by.zero, by.low, by.high)));
}

} // namespace partita::cpu
