#include "providers/cpu/loops/byte_table.h"

#include "providers/cpu/loops/cpu_dispatch.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

#ifdef PARTITA_HAS_AVX2_LOOPS
/// Looks up 64 bytes at a time; returns how many are done.
[[gnu::target("avx512f,avx512bw,avx512vbmi")]] std::size_t lookUpBlocks(const std::uint8_t* table,
                                                                        const std::uint8_t* codes,
                                                                        std::uint8_t* to,
                                                                        std::size_t count) {
    const __m512i first = _mm512_loadu_si512(table), second = _mm512_loadu_si512(table + 64),
                  third = _mm512_loadu_si512(table + 128), fourth = _mm512_loadu_si512(table + 192);
    std::size_t i = 0;
    for (; i + 64 <= count; i += 64) {
        const __m512i code = _mm512_loadu_si512(codes + i);
        // Seven bits choose from two registers, the eighth from the two pairs of them.
        const __m512i low = _mm512_permutex2var_epi8(first, code, second),
                      high = _mm512_permutex2var_epi8(third, code, fourth);
        _mm512_storeu_si512(to + i, _mm512_mask_blend_epi8(_mm512_movepi8_mask(code), low, high));
    }
    return i;
}

bool hasVbmi() {
    static const bool has =
        __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vbmi") != 0;
    return has;
}
#else
std::size_t lookUpBlocks(const std::uint8_t*, const std::uint8_t*, std::uint8_t*, std::size_t) {
    return 0;
}
bool hasVbmi() { return false; }
#endif

} // namespace

bool looksUpFast() { return hasVbmi(); }

void lookUp(const std::array<std::uint8_t, 256>& table, const std::uint8_t* codes, std::uint8_t* to,
            std::size_t count) {
    const std::uint8_t* values = table.data(); // bytes in `to` might alias `table`
    for (std::size_t i = hasVbmi() ? lookUpBlocks(values, codes, to, count) : 0; i < count; ++i)
        to[i] = values[codes[i]];
}

void lookUp(const std::array<float, 256>& table, const std::uint8_t* codes, float* to,
            std::size_t count) {
    const float* values = table.data();
    for (std::size_t i = 0; i < count; ++i)
        to[i] = values[codes[i]];
}

} // namespace partita::cpu
