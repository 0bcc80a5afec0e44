#include "providers/cpu/loops/float16_conversion.h"

#include <cstring>

#include "core/ir/float_formats.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/threads/thread_team.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::int64_t kGrain = 32768;
/// Smaller for numbers that were just made on all threads: each finds its own in its cache.
constexpr std::int64_t kRoundingGrain = 4096;

#ifdef PARTITA_HAS_AVX2_LOOPS
/// Converts eight elements at a time; returns how many are done.
[[gnu::target("avx2,f16c")]] std::int64_t widenEights(const std::uint16_t* halves, float* floats,
                                                      std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        _mm256_storeu_ps(floats + i, _mm256_cvtph_ps(_mm_loadu_si128(
                                         reinterpret_cast<const __m128i*>(halves + i))));
    return i;
}
[[gnu::target("avx2,f16c")]] std::int64_t narrowEights(const float* floats, std::uint16_t* halves,
                                                       std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 8 <= count; i += 8)
        _mm_storeu_si128(reinterpret_cast<__m128i*>(halves + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(floats + i), _MM_FROUND_TO_NEAREST_INT));
    return i;
}
[[gnu::target("avx512f")]] std::int64_t roundSixteens(float* floats, std::int64_t count) {
    std::int64_t i = 0;
    for (; i + 16 <= count; i += 16) {
        const __m256i halves =
            _mm512_cvtps_ph(_mm512_loadu_ps(floats + i), _MM_FROUND_TO_NEAREST_INT);
        _mm512_storeu_ps(floats + i, _mm512_cvtph_ps(halves));
    }
    return i;
}
[[gnu::target("avx2,f16c")]] std::int64_t roundEights(float* floats, std::int64_t count) {
    static const bool hasAvx512 = __builtin_cpu_supports("avx512f") != 0;
    std::int64_t i = hasAvx512 ? roundSixteens(floats, count) : 0;
    for (; i + 8 <= count; i += 8) {
        const __m128i halves =
            _mm256_cvtps_ph(_mm256_loadu_ps(floats + i), _MM_FROUND_TO_NEAREST_INT);
        _mm256_storeu_ps(floats + i, _mm256_cvtph_ps(halves));
    }
    return i;
}
#else
bool hasAvx2() { return false; }
std::int64_t widenEights(const std::uint16_t*, float*, std::int64_t) { return 0; }
std::int64_t narrowEights(const float*, std::uint16_t*, std::int64_t) { return 0; }
std::int64_t roundEights(float*, std::int64_t) { return 0; }
#endif

/// The half at any address.
std::uint16_t loadHalf(const std::uint16_t* at) {
    std::uint16_t half;
    std::memcpy(&half, at, sizeof half);
    return half;
}

} // namespace

void widenHalves(DataType type, const std::uint16_t* halves, float* floats, std::int64_t count) {
    parallelFor(count, kGrain, [&](std::int64_t begin, std::int64_t end) {
        if (type == DataType::bfloat16)
            return onBestCpu([&]() PARTITA_INLINE {
                for (std::int64_t i = begin; i < end; ++i)
                    floats[i] = bfloat16ToFloat(loadHalf(halves + i));
            });
        if (hasAvx2())
            begin += widenEights(halves + begin, floats + begin, end - begin);
        for (std::int64_t i = begin; i < end; ++i)
            floats[i] = halfToFloat(loadHalf(halves + i));
    });
}

void narrowToHalves(DataType type, const float* floats, std::uint16_t* halves, std::int64_t count) {
    parallelFor(count, kGrain, [&](std::int64_t begin, std::int64_t end) {
        if (type == DataType::bfloat16)
            return onBestCpu([&]() PARTITA_INLINE {
                for (std::int64_t i = begin; i < end; ++i)
                    halves[i] = floatToBfloat16(floats[i]);
            });
        if (hasAvx2())
            begin += narrowEights(floats + begin, halves + begin, end - begin);
        for (std::int64_t i = begin; i < end; ++i)
            halves[i] = floatToHalf(floats[i]);
    });
}

void roundToHalvesHere(DataType type, float* floats, std::int64_t count) {
    if (type == DataType::bfloat16)
        return onBestCpu([&]() PARTITA_INLINE {
            for (std::int64_t i = 0; i < count; ++i)
                floats[i] = bfloat16ToFloat(floatToBfloat16(floats[i]));
        });
    for (std::int64_t i = hasAvx2() ? roundEights(floats, count) : 0; i < count; ++i)
        floats[i] = halfToFloat(floatToHalf(floats[i]));
}

void roundToHalves(DataType type, float* floats, std::int64_t count) {
    parallelFor(count, kRoundingGrain, [&](std::int64_t begin, std::int64_t end) {
        roundToHalvesHere(type, floats + begin, end - begin);
    });
}

} // namespace partita::cpu
