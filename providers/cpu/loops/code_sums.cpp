#include "providers/cpu/loops/code_sums.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/loops/cpu_dispatch.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

#ifdef PARTITA_HAS_AVX2_LOOPS

namespace {

#define PARTITA_AVX2_STEP [[gnu::target("avx2,fma"), gnu::always_inline]] inline

template <int Vectors, bool AreSigned>
PARTITA_AVX2_STEP void addCodes(const std::byte* codes, __m256* numbers) {
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
        const __m128i eight =
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(codes + std::ptrdiff_t{8} * v));
        numbers[v] =
            _mm256_add_ps(numbers[v], _mm256_cvtepi32_ps(AreSigned ? _mm256_cvtepi8_epi32(eight)
                                                                   : _mm256_cvtepu8_epi32(eight)));
    }
}

/// Takes a step with numbers that begin at `at` of its lists.
template <int Vectors>
PARTITA_AVX2_STEP void takeStep(const CodeStep& step, std::int64_t at, const std::byte* addend,
                                __m256* numbers) {
    const float *factors = step.factors + at, *bias = step.bias + at;
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
        numbers[v] = _mm256_fmadd_ps(numbers[v], _mm256_loadu_ps(factors + 8 * v),
                                     _mm256_loadu_ps(bias + 8 * v));
    if (step.adds == CodeStep::Adds::unsignedCodes)
        addCodes<Vectors, false>(addend, numbers);
    else if (step.adds == CodeStep::Adds::signedCodes)
        addCodes<Vectors, true>(addend, numbers);
    const __m256 unit = _mm256_set1_ps(step.unit), low = _mm256_set1_ps(step.low),
                 high = _mm256_set1_ps(step.high);
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
        // The second operand is what NaN becomes.
        numbers[v] = _mm256_min_ps(_mm256_max_ps(_mm256_mul_ps(numbers[v], unit), low), high);
        numbers[v] = _mm256_round_ps(numbers[v], _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    }
}

/// Codes of 8 · Vectors sums, two or four vectors.
template <int Vectors>
PARTITA_AVX2_STEP void makeCodes(const std::int32_t* sums, std::int64_t at, const std::byte* addend,
                                 std::span<const CodeStep> steps, std::int32_t zero, bool isSigned,
                                 std::byte* codes) {
    __m256 numbers[Vectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
        numbers[v] =
            _mm256_cvtepi32_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + 8 * v)));
    for (const CodeStep& step : steps)
        takeStep<Vectors>(step, at, addend, numbers);
    const __m256i shift = _mm256_set1_epi32(zero);
    __m256i whole[Vectors]; // NOLINT: as above
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
        whole[v] = _mm256_add_epi32(_mm256_cvtps_epi32(numbers[v]), shift);
    // Packing takes the halves of two vectors in turns.
    const __m256i first = _mm256_packs_epi32(whole[0], whole[1]);
    __m256i second = first;
    if constexpr (Vectors == 4)
        second = _mm256_packs_epi32(whole[2], whole[3]);
    const __m256i bytes =
        isSigned ? _mm256_packs_epi16(first, second) : _mm256_packus_epi16(first, second);
    const __m256i inOrder =
        _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    if constexpr (Vectors == 4)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(codes), inOrder);
    else
        _mm_storeu_si128(reinterpret_cast<__m128i*>(codes), _mm256_castsi256_si128(inOrder));
}

[[gnu::target("avx2,fma")]] void codesByAvx2(const SumsOfRow& row, std::span<const CodeStep> steps,
                                             std::int32_t zero, bool isSigned, std::byte* codes) {
    constexpr std::int64_t kMost = 32, kLeast = 16;
    const auto addendAt = [&](std::int64_t i) { return row.addend ? row.addend + i : nullptr; };
    std::int64_t i = 0;
    for (; i + kMost <= row.count; i += kMost)
        makeCodes<4>(row.sums + i, row.at + i, addendAt(i), steps, zero, isSigned, codes + i);
    for (; i + kLeast <= row.count; i += kLeast)
        makeCodes<2>(row.sums + i, row.at + i, addendAt(i), steps, zero, isSigned, codes + i);
    if (i == row.count)
        return;
    const auto rest = static_cast<std::size_t>(row.count - i);
    std::array<std::int32_t, kLeast> sums{};
    std::array<std::byte, kLeast> addend{}, made; // NOLINT: filled below
    std::copy_n(row.sums + i, rest, sums.begin());
    if (row.addend)
        std::copy_n(row.addend + i, rest, addend.begin());
    makeCodes<2>(sums.data(), row.at + i, addend.data(), steps, zero, isSigned, made.data());
    std::copy_n(made.begin(), rest, codes + i);
}

} // namespace

bool makesCodesInRegisters() { return hasAvx2(); }

void codesOfSums(const SumsOfRow& row, std::span<const CodeStep> steps, std::int32_t zero,
                 bool isSigned, std::byte* codes) {
    codesByAvx2(row, steps, zero, isSigned, codes);
}

#else

bool makesCodesInRegisters() { return false; }

void codesOfSums(const SumsOfRow&, std::span<const CodeStep>, std::int32_t, bool, std::byte*) {}

#endif
} // namespace partita::cpu
