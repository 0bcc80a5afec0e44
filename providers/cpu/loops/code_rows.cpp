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
void codeRow(const float* sums, float factor, float bias, const CodeBounds& bounds,
             std::uint8_t* codes, std::int64_t count) {
    const CodeBounds by = bounds; // a byte that is written might be one of these
    for (std::int64_t i = 0; i < count; ++i)
        codes[i] = static_cast<std::uint8_t>(
            static_cast<std::int32_t>(codeOf(sums[i] * factor + bias, by.zero, by.low, by.high)));
}

} // namespace partita::cpu
