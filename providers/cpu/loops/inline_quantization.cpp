#include "providers/cpu/loops/inline_quantization.h"

#include <array>
#include <cstdint>
#include <cstring>

#include "core/provider/node_failure.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/vector_math.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

template <class T>
[[gnu::always_inline]] inline void loadAs(const T* codes, const Dequantization& given,
                                          float* numbers, std::size_t count) {
    const Dequantization by = given;
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = (static_cast<float>(codes[i]) - by.zero) * by.scale;
}

template <class T>
[[gnu::always_inline]] inline void storeAs(const float* numbers, const Quantization& given,
                                           T* codes, std::size_t count) {
    constexpr std::size_t kSome = 128;
    const Quantization by = given;        // a copy: `codes` might alias `given`
    std::array<std::int32_t, kSome> some; // NOLINT: filled below
    for (std::size_t first = 0; first < count; first += kSome) {
        const std::size_t size = count - first < kSome ? count - first : kSome;
        for (std::size_t i = 0; i < size; ++i) // 32 bits throughout, for full vectors
            some[i] = static_cast<std::int32_t>(
                codeOf(numbers[first + i] / by.scale, by.zero, by.low, by.high));
        for (std::size_t i = 0; i < size; ++i)
            codes[first + i] = static_cast<T>(some[i]);
    }
}

#define PARTITA_LOOP_CODE(T)                                                                       \
    PARTITA_FOR_EACH_CPU                                                                           \
    void load(const T* codes, const Dequantization& by, float* numbers, std::size_t count) {       \
        loadAs(codes, by, numbers, count);                                                         \
    }                                                                                              \
    PARTITA_FOR_EACH_CPU                                                                           \
    void store(const float* numbers, const Quantization& by, T* codes, std::size_t count) {        \
        storeAs(numbers, by, codes, count);                                                        \
    }
PARTITA_LOOP_CODE(std::uint8_t)
PARTITA_LOOP_CODE(std::int8_t)
PARTITA_LOOP_CODE(std::uint16_t)
PARTITA_LOOP_CODE(std::int16_t)
#undef PARTITA_LOOP_CODE

PARTITA_FOR_EACH_CPU
void load(const std::int32_t* codes, const Dequantization& by, float* numbers, std::size_t count) {
    loadAs(codes, by, numbers, count);
}

constexpr std::size_t kCodeGroup = 64; // bytes of a register

#ifdef PARTITA_HAS_AVX2_LOOPS

/// Stores 8-bit codes in whole groups, which the compiler does not narrow as quickly: saturating packs
/// clamp the codes on the way. `Signed`: to int8, else to uint8. Returns how many are done.
template <bool Signed>
[[gnu::target("avx512f,avx512bw")]] std::size_t
storeGroups(const float* numbers, const Quantization& by, std::byte* codes, std::size_t count) {
    const __m512 scale = _mm512_set1_ps(by.scale), most = _mm512_set1_ps(65536);
    const __m512i zero = _mm512_set1_epi16(static_cast<short>(by.zero)),
                  zeroCode = _mm512_set1_epi32(-static_cast<int>(by.zero)),
                  order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    std::size_t at = 0;
    for (; at + kCodeGroup <= count; at += kCodeGroup) {
        __m512i whole[4]; // NOLINT: registers
#pragma GCC unroll 4
        for (std::size_t i = 0; i < 4; ++i) {
            __m512 quotient = _mm512_div_ps(_mm512_loadu_ps(numbers + at + 16 * i), scale);
            // Too large and NaN would both become the smallest integer, which is right for NaN where
            // code 0 is the smallest one. Of two operands, the minimum takes a NaN from the second.
            quotient = _mm512_min_ps(most, quotient);
            whole[i] =
                Signed ? _mm512_mask_cvtps_epi32(
                             zeroCode, _mm512_cmp_ps_mask(quotient, quotient, _CMP_ORD_Q), quotient)
                       : _mm512_maskz_cvtps_epi32(0xFFFF, quotient);
        }
        // Each packing leaves pieces of all its operands in each quarter.
        const __m512i first = _mm512_adds_epi16(_mm512_packs_epi32(whole[0], whole[1]), zero),
                      second = _mm512_adds_epi16(_mm512_packs_epi32(whole[2], whole[3]), zero),
                      packed = Signed ? _mm512_packs_epi16(first, second)
                                      : _mm512_packus_epi16(first, second);
        _mm512_storeu_si512(codes + at, _mm512_maskz_permutexvar_epi32(0xFFFF, order, packed));
    }
    return at;
}

bool hasCodeGroups() {
    static const bool has = __builtin_cpu_supports("avx512bw") != 0;
    return has;
}
#else
template <bool Signed>
std::size_t storeGroups(const float*, const Quantization&, std::byte*, std::size_t) {
    return 0;
}
bool hasCodeGroups() { return false; }
#endif

/// Stores 8-bit codes by groups; false where the processor cannot, or where `by` has other bounds than
/// the type or a zero point that no code is.
template <bool Signed>
bool storeByGroups(const float* numbers, const Quantization& by, std::byte* codes,
                   std::size_t count) {
    constexpr float kLow = Signed ? -128 : 0, kHigh = kLow + 255;
    if (!hasCodeGroups() || by.low != kLow || by.high != kHigh || !(by.zero >= -128) ||
        !(by.zero <= 255) || by.zero != wholeNumber(by.zero))
        return false;
    const std::size_t done = storeGroups<Signed>(numbers, by, codes, count), rest = count - done;
    if (rest > 0) {
        std::array<float, kCodeGroup> last{};
        std::array<std::byte, kCodeGroup> made; // NOLINT: filled below
        std::memcpy(last.data(), numbers + done, rest * sizeof(float));
        storeGroups<Signed>(last.data(), by, made.data(), kCodeGroup);
        std::memcpy(codes + done, made.data(), rest);
    }
    return true;
}

/// Calls `work<T>()` with the C++ type of the codes; fails for other types.
template <class F> void forCode(DataType type, F&& work) {
    switch (type) {
    case DataType::uint8: return work.template operator()<std::uint8_t>();
    case DataType::int8: return work.template operator()<std::int8_t>();
    case DataType::uint16: return work.template operator()<std::uint16_t>();
    case DataType::int16: return work.template operator()<std::int16_t>();
    default: throw NodeFailure("a fused loop takes quantized values of 8 or 16 bits only");
    }
}

} // namespace

bool isLoopCode(DataType type) {
    return type == DataType::uint8 || type == DataType::int8 || type == DataType::uint16 ||
           type == DataType::int16;
}

void loadCodes(DataType type, const std::byte* codes, const Dequantization& by, float* numbers,
               std::size_t count) {
    if (type == DataType::int32)
        return load(reinterpret_cast<const std::int32_t*>(codes), by, numbers, count);
    forCode(type, [&]<class T>() { load(reinterpret_cast<const T*>(codes), by, numbers, count); });
}

void storeCodes(DataType type, const float* numbers, const Quantization& by, std::byte* codes,
                std::size_t count) {
    if ((type == DataType::uint8 && storeByGroups<false>(numbers, by, codes, count)) ||
        (type == DataType::int8 && storeByGroups<true>(numbers, by, codes, count)))
        return;
    forCode(type, [&]<class T>() { store(numbers, by, reinterpret_cast<T*>(codes), count); });
}

} // namespace partita::cpu
