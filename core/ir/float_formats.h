#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace partita {

/// IEEE 754 binary16 to float.
inline float halfToFloat(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1FU;
    const std::uint32_t mantissa = half & 0x3FFU;
    if (exponent == 0) {
        const float value = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -value : value;
    }
    if (exponent == 31)
        return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13));
    return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

/// Float to IEEE 754 binary16, rounded to nearest even.
inline std::uint16_t floatToHalf(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
    const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U)
        return static_cast<std::uint16_t>(sign | 0x7E00U);
    if (magnitude >= 0x477FF000U)
        return static_cast<std::uint16_t>(sign | 0x7C00U);
    if (magnitude < 0x38800000U) { // subnormal: let float addition do the rounding
        const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(sign |
                                          (std::bit_cast<std::uint32_t>(shifted) - 0x3F000000U));
    }
    const std::uint32_t rounded = magnitude + 0xFFFU + ((magnitude >> 13) & 1U);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

/// bfloat16, the upper half of a float, to float.
inline float bfloat16ToFloat(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

/// Float to bfloat16, rounded to nearest even.
inline std::uint16_t floatToBfloat16(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U)
        return static_cast<std::uint16_t>((bits >> 16) | 0x40U);
    return static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

/// What the highest codes of a small float mean: infinity and NaN as in IEEE 754, NaN only where
/// all bits are ones, or plain numbers.
enum class SmallFloatSpecials { ieee, nanOnlyAllOnes, none };
/// Converts a small float without its sign bit, with the given exponent and mantissa widths and
/// bias.
inline float smallFloat(unsigned magnitude, unsigned exponentBits, unsigned mantissaBits, int bias,
                        SmallFloatSpecials special) {
    const unsigned exponent = magnitude >> mantissaBits;
    const unsigned mantissa = magnitude & ((1U << mantissaBits) - 1U);
    const unsigned top = (1U << exponentBits) - 1U;
    if (special == SmallFloatSpecials::ieee && exponent == top)
        return mantissa ? std::numeric_limits<float>::quiet_NaN()
                        : std::numeric_limits<float>::infinity();
    if (special == SmallFloatSpecials::nanOnlyAllOnes && exponent == top &&
        mantissa == (1U << mantissaBits) - 1U)
        return std::numeric_limits<float>::quiet_NaN();
    const int shift = static_cast<int>(mantissaBits);
    if (exponent == 0)
        return std::ldexp(static_cast<float>(mantissa), 1 - bias - shift);
    return std::ldexp(static_cast<float>(mantissa + (1U << mantissaBits)),
                      static_cast<int>(exponent) - bias - shift);
}

/// Converts a float8 with 4 or 5 exponent bits; `fnuz`: the variant without infinities and −0.
/// Source: ONNX, "Float stored in 8 bits".
inline float float8ToFloat(std::uint8_t bits, unsigned exponentBits, bool fnuz) {
    const unsigned mantissaBits = 7U - exponentBits;
    const int bias = (1 << (exponentBits - 1)) - 1 + (fnuz ? 1 : 0);
    if (fnuz && bits == 0x80U)
        return std::numeric_limits<float>::quiet_NaN();
    const auto special = fnuz                ? SmallFloatSpecials::none
                         : exponentBits == 5 ? SmallFloatSpecials::ieee
                                             : SmallFloatSpecials::nanOnlyAllOnes;
    const float value = smallFloat(bits & 0x7FU, exponentBits, mantissaBits, bias, special);
    return (bits & 0x80U) ? -value : value;
}

} // namespace partita
