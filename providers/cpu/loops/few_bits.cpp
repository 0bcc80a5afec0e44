#include "providers/cpu/loops/few_bits.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kHalf = kNibbleGroup / 2; ///< bytes of a group, and pairs of its elements

/// The sum of the products of whole groups.
PARTITA_FOR_EACH_CPU
float sumGroups(const FewBitRows& row, std::int64_t groups, const float* split) {
    std::array<float, kHalf> sums{};
    float* lanes = sums.data();
    for (std::int64_t g = 0; g < groups; ++g, split += kNibbleGroup) {
        const std::int64_t block = g * kNibbleGroup / row.block;
        const float scale = row.scales[block], zero = row.zeros[block];
        const std::uint8_t* codes = row.codes + g * kHalf;
        for (std::int64_t i = 0; i < kHalf; ++i) {
            const int byte = codes[i];
            lanes[i] += (static_cast<float>(byte & 15) - zero) * scale * split[i];
            lanes[i] += (static_cast<float>(byte >> 4) - zero) * scale * split[kHalf + i];
        }
    }
    float sum = 0;
    for (const float lane : sums)
        sum += lane;
    return sum;
}

#ifdef PARTITA_HAS_AVX2_LOOPS
bool hasAvx512() {
    static const bool has = __builtin_cpu_supports("avx512f");
    return has;
}

/// Adds the products of one group; `table` holds the weights that its codes stand for.
[[gnu::target("avx512f"), gnu::always_inline]] inline void
addGroup(const std::uint8_t* codes, const float* split, __m512 table, __m512& even, __m512& odd) {
    const __m512i pairs =
        _mm512_cvtepu8_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(codes)));
    even = _mm512_fmadd_ps(_mm512_permutexvar_ps(pairs, table), _mm512_loadu_ps(split), even);
    odd = _mm512_fmadd_ps(_mm512_permutexvar_ps(_mm512_srli_epi32(pairs, 4), table),
                          _mm512_loadu_ps(split + kHalf), odd);
}

/// As sumGroups. A register holds the 16 weights that the codes of a block stand for, and a
/// permutation, which reads 4 bits of each lane, looks up 16 codes at once.
[[gnu::target("avx512f")]] float sumGroupsByTable(const FewBitRows& row, std::int64_t groups,
                                                  const float* split) {
    const __m512 numbers = _mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const std::int64_t perBlock = row.block / kNibbleGroup;
    const std::uint8_t* codes = row.codes;
    __m512 even = _mm512_setzero_ps(), odd = even, even2 = even, odd2 = even;
    for (std::int64_t block = 0; groups > 0; ++block, groups -= perBlock) {
        const __m512 table = _mm512_mul_ps(_mm512_sub_ps(numbers, _mm512_set1_ps(row.zeros[block])),
                                           _mm512_set1_ps(row.scales[block]));
        for (std::int64_t left = std::min(groups, perBlock); left > 0; --left) {
            _mm_prefetch(reinterpret_cast<const char*>(codes + kFetchAhead), _MM_HINT_T0);
            addGroup(codes, split, table, even, odd);
            std::swap(even, even2); // four sums, so that an addition need not wait for the last
            std::swap(odd, odd2);
            codes += kHalf;
            split += kNibbleGroup;
        }
    }
    const __m512 all = _mm512_add_ps(_mm512_add_ps(even, even2), _mm512_add_ps(odd, odd2));
    VectorOf<float, 8> halves[2]; // NOLINT: std::array would drop the vector attribute
    std::memcpy(halves, &all, sizeof all);
    return joinLanes<float>(halves[0] + halves[1],
                            [](auto a, auto b) PARTITA_INLINE { return a + b; });
}
#endif

/// Rows that are expanded together, one to a lane.
constexpr std::int64_t kRows = 16;

/// expandTransposed for kRows rows whose blocks are whole words of 32 bits.
PARTITA_FOR_EACH_CPU
void expandRows(const FewBitRows& from, std::int64_t count, float* weights, std::int64_t step) {
    const std::int64_t inWord = 32 / from.bits, rowBytes = from.rowBytes();
    const std::uint32_t mask = (std::uint32_t{1} << from.bits) - 1;
    std::array<std::array<float, kRows>, 2> numbers{};
    std::array<std::uint32_t, kRows> wordOf{};
    float *scales = numbers[0].data(), *zeros = numbers[1].data();
    std::uint32_t* words = wordOf.data();
    for (std::int64_t i = 0; i < count; i += inWord) {
        if (i % from.block == 0)
            for (std::int64_t n = 0; n < kRows; ++n) {
                scales[n] = from.scales[n * from.blocks + i / from.block];
                zeros[n] = from.zeros[n * from.blocks + i / from.block];
            }
        const std::uint8_t* codes = from.codes + i * from.bits / 8;
        for (std::int64_t n = 0; n < kRows; ++n)
            std::memcpy(&words[n], codes + n * rowBytes, sizeof(std::uint32_t));
        const std::int64_t some = i + inWord <= count ? inWord : count - i;
        for (std::int64_t j = 0; j < some; ++j)
            for (std::int64_t n = 0; n < kRows; ++n) {
                const auto code = static_cast<std::int32_t>(words[n] >> (j * from.bits) & mask);
                weights[(i + j) * step + n] = (static_cast<float>(code) - zeros[n]) * scales[n];
            }
    }
}

} // namespace

void expandTransposed(const FewBitRows& from, std::int64_t rows, std::int64_t count, float* weights,
                      std::int64_t step) {
    std::int64_t n = 0;
    if (from.block * from.bits % 32 == 0)
        for (; n + kRows <= rows; n += kRows) {
            FewBitRows some = from;
            some.codes += n * from.rowBytes();
            some.scales += n * from.blocks;
            some.zeros += n * from.blocks;
            expandRows(some, count, weights + n, step);
        }
    for (; n < rows; ++n)
        for (std::int64_t i = 0; i < count; ++i)
            weights[i * step + n] = from.weightAt(n, i);
}

void splitPairs(const float* x, std::int64_t count, float* split) {
    const std::int64_t whole = count - count % kNibbleGroup;
    for (std::int64_t first = 0; first < whole; first += kNibbleGroup)
        for (std::int64_t i = 0; i < kHalf; ++i) {
            split[first + i] = x[first + 2 * i];
            split[first + kHalf + i] = x[first + 2 * i + 1];
        }
    std::copy(x + whole, x + count, split + whole);
}

float dotOfNibbles(const FewBitRows& row, std::int64_t count, const float* split) {
    const std::int64_t groups = count / kNibbleGroup;
#ifdef PARTITA_HAS_AVX2_LOOPS
    float sum = hasAvx512() ? sumGroupsByTable(row, groups, split) : sumGroups(row, groups, split);
#else
    float sum = sumGroups(row, groups, split);
#endif
    for (std::int64_t i = groups * kNibbleGroup; i < count; ++i)
        sum += row.weightAt(0, i) * split[i];
    return sum;
}

} // namespace partita::cpu
