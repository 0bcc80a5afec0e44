#include "providers/cpu/loops/code_pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "providers/cpu/loops/cpu_dispatch.h"

#ifdef PARTITA_HAS_AVX2_LOOPS
#include <immintrin.h>
#endif

namespace partita::cpu {

namespace {

constexpr std::size_t kGroup = 64; // codes of a register

#ifdef PARTITA_HAS_AVX2_LOOPS

#define PARTITA_CODE_PAIRS [[gnu::target("avx512f,avx512bw")]]

/// How a register of codes becomes numbers: as the last bits of floats from 2^23 on, whose distance
/// from the zero point is exact.
struct Reading {
    __m512i bits;       ///< of 2^23, and the sign bit of int8 codes, which makes them unsigned
    __m512 zero, scale; ///< 2^23 + the zero point of the unsigned codes
};

PARTITA_CODE_PAIRS inline Reading readingOf(const CodeOperand& operand) {
    constexpr float kUnit = 8388608.0F; // 2^23
    constexpr int kUnitBits = 0x4B000000;
    return {_mm512_set1_epi32(operand.isSigned ? kUnitBits | 0x80 : kUnitBits),
            _mm512_set1_ps(kUnit + operand.meaning.zero + (operand.isSigned ? 128.0F : 0.0F)),
            _mm512_set1_ps(operand.meaning.scale)};
}

/// 16 numbers of an operand.
template <bool Coded>
PARTITA_CODE_PAIRS inline __m512 numbersAt(const CodeOperand& operand, const Reading& reading,
                                           std::size_t at) {
    if constexpr (!Coded) {
        return _mm512_loadu_ps(operand.numbers + (operand.isOne ? 0 : at));
    } else {
        const __m128i codes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(operand.codes + at));
        const __m512i wide = _mm512_maskz_cvtepu8_epi32(0xFFFF, codes);
        const __m512 raised = _mm512_castsi512_ps(_mm512_xor_si512(wide, reading.bits));
        return _mm512_mul_ps(_mm512_sub_ps(raised, reading.zero), reading.scale);
    }
}

/// Divisors, each in all lanes.
struct Division {
    __m512 scale, reciprocal, rest;
};

/// The quotient, rounded as a division rounds it: an approximation within one unit in the last place,
/// and Markstein's correction.
PARTITA_CODE_PAIRS inline __m512 quotientOf(__m512 number, const Division& by) {
    const __m512 near = _mm512_fmadd_ps(number, by.reciprocal, _mm512_mul_ps(number, by.rest));
    return _mm512_fmadd_ps(_mm512_fnmadd_ps(near, by.scale, number), by.reciprocal, near);
}

template <VectorCode Op> PARTITA_CODE_PAIRS inline __m512 combined(__m512 x, __m512 y) {
    // The compiler must not make one step of a product and a sum, which would round but once.
    asm("" : "+v"(x), "+v"(y));
    if constexpr (Op == VectorCode::add)
        return _mm512_add_ps(x, y);
    else if constexpr (Op == VectorCode::subtract)
        return _mm512_sub_ps(x, y);
    else
        return _mm512_mul_ps(x, y);
}

/// 64 codes at a time; returns how many are done.
template <VectorCode Op, bool CodedX, bool CodedY>
PARTITA_CODE_PAIRS std::size_t runGroups(const CodeOperand& x, const CodeOperand& y,
                                         const Division& by, const Quantization& to,
                                         bool signedCodes, std::byte* codes, std::size_t count) {
    const Reading left = readingOf(x), right = readingOf(y);
    const Division division = by;
    const int shift = signedCodes ? 128 : 0; // to unsigned codes
    const __m512i zero = _mm512_set1_epi16(static_cast<short>(static_cast<int>(to.zero) + shift)),
                  low = _mm512_set1_epi16(static_cast<short>(static_cast<int>(to.low) + shift)),
                  sign = _mm512_set1_epi8(static_cast<char>(shift)),
                  order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    std::size_t at = 0;
    for (; at + kGroup <= count; at += kGroup) {
        __m512i whole[4]; // NOLINT: registers
#pragma GCC unroll 4
        for (std::size_t i = 0; i < 4; ++i)
            whole[i] = _mm512_maskz_cvtps_epi32(
                0xFFFF, quotientOf(combined<Op>(numbersAt<CodedX>(x, left, at + 16 * i),
                                                numbersAt<CodedY>(y, right, at + 16 * i)),
                                   division));
        // Each packing saturates, and leaves pieces of all its operands in each quarter.
        const __m512i first =
            _mm512_max_epi16(_mm512_adds_epi16(_mm512_packs_epi32(whole[0], whole[1]), zero), low);
        const __m512i second =
            _mm512_max_epi16(_mm512_adds_epi16(_mm512_packs_epi32(whole[2], whole[3]), zero), low);
        const __m512i packed = _mm512_packus_epi16(first, second);
        _mm512_storeu_si512(
            codes + at,
            _mm512_xor_si512(_mm512_maskz_permutexvar_epi32(0xFFFF, order, packed), sign));
    }
    return at;
}

PARTITA_CODE_PAIRS Division divisionOf(float scale, float reciprocal, float rest) {
    return {_mm512_set1_ps(scale), _mm512_set1_ps(reciprocal), _mm512_set1_ps(rest)};
}

template <VectorCode Op>
PARTITA_CODE_PAIRS std::size_t runKinds(const CodeOperand& x, const CodeOperand& y,
                                        const Division& by, const Quantization& to,
                                        bool signedCodes, std::byte* codes, std::size_t count) {
    if (x.codes && y.codes)
        return runGroups<Op, true, true>(x, y, by, to, signedCodes, codes, count);
    if (x.codes)
        return runGroups<Op, true, false>(x, y, by, to, signedCodes, codes, count);
    if (y.codes)
        return runGroups<Op, false, true>(x, y, by, to, signedCodes, codes, count);
    return runGroups<Op, false, false>(x, y, by, to, signedCodes, codes, count);
}

bool hasWideBytes() {
    static const bool has = __builtin_cpu_supports("avx512bw") != 0;
    return has;
}
#else
bool hasWideBytes() { return false; }
#endif

/// Copies the last elements of an operand, fewer than a group, to where a whole group can be read.
struct LastGroup {
    std::array<std::byte, kGroup> codes{};
    std::array<float, kGroup> numbers{};

    CodeOperand of(const CodeOperand& operand, std::size_t at, std::size_t count) {
        CodeOperand last = operand;
        if (operand.isOne)
            return last;
        if (operand.codes) {
            std::memcpy(codes.data(), operand.codes + at, count);
            last.codes = codes.data();
        } else {
            std::copy_n(operand.numbers + at, count, numbers.data());
            last.numbers = numbers.data();
        }
        return last;
    }
};

/// An operand, of which one number for all elements fills a register.
struct Spread {
    std::array<float, kGroup> numbers; // NOLINT: filled where it is read
    CodeOperand operand;

    explicit Spread(const CodeOperand& of) : operand(of) {
        if (!of.isOne)
            return;
        numbers.fill(*of.numbers);
        operand.numbers = numbers.data();
    }
};

} // namespace

std::optional<CodePairs> CodePairs::of(VectorCode op, bool relu, const Dequantization& x,
                                       const Dequantization& y, const Quantization& by) {
    const auto plain = [](float scale) { return scale > 0x1p-40F && scale < 0x1p40F; };
    const bool takes =
        op == VectorCode::add || op == VectorCode::subtract || op == VectorCode::multiply;
    if (!hasWideBytes() || !takes || !plain(x.scale) || !plain(y.scale) || !plain(by.scale))
        return std::nullopt;
    const double left = 256.0 * x.scale, right = 256.0 * y.scale, // the largest numbers
        most = op == VectorCode::multiply ? left * right : left + right;
    if (most / by.scale >= 0x1p30) // whole quotients have 32 bits
        return std::nullopt;
    CodePairs pairs;
    pairs.m_op = op;
    pairs.m_by = by;
    if (relu)
        pairs.m_by.low = by.zero;
    const double reciprocal = 1.0 / by.scale;
    pairs.m_reciprocal = 1.0F / by.scale;
    pairs.m_rest = static_cast<float>(reciprocal - pairs.m_reciprocal);
    return pairs;
}

void CodePairs::run([[maybe_unused]] const CodeOperand& x, [[maybe_unused]] const CodeOperand& y,
                    [[maybe_unused]] std::byte* codes, [[maybe_unused]] std::size_t count) const {
#ifdef PARTITA_HAS_AVX2_LOOPS
    const Division by = divisionOf(m_by.scale, m_reciprocal, m_rest);
    const bool signedCodes = m_by.high < 255;
    const auto run = [&](const CodeOperand& a, const CodeOperand& b, std::byte* to,
                         std::size_t size) {
        switch (m_op) {
        case VectorCode::add:
            return runKinds<VectorCode::add>(a, b, by, m_by, signedCodes, to, size);
        case VectorCode::subtract:
            return runKinds<VectorCode::subtract>(a, b, by, m_by, signedCodes, to, size);
        default: return runKinds<VectorCode::multiply>(a, b, by, m_by, signedCodes, to, size);
        }
    };
    const Spread spreadX(x), spreadY(y);
    const std::size_t done = run(spreadX.operand, spreadY.operand, codes, count),
                      left = count - done;
    if (left == 0)
        return;
    LastGroup lastX, lastY;
    std::array<std::byte, kGroup> last{};
    run(lastX.of(spreadX.operand, done, left), lastY.of(spreadY.operand, done, left), last.data(),
        kGroup);
    std::memcpy(codes + done, last.data(), left);
#endif
}

} // namespace partita::cpu
