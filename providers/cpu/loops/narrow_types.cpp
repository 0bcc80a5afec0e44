#include "providers/cpu/loops/narrow_types.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "core/ir/float_formats.h"
#include "providers/cpu/loops/element_dispatch.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// A small float type: its non-negative finite numbers in ascending order, by code.
struct SmallFloat {
    std::vector<double> magnitudes;
    unsigned sign = 0; ///< the bit of the sign
    int infinity = -1; ///< code; -1: it has none
    int nan = -1;      ///< code; -1: it has none
    bool minusZero = true;
};

SmallFloat tabulate(DataType type, unsigned bits, int infinity, int nan) {
    SmallFloat table;
    table.sign = 1U << (bits - 1);
    table.infinity = infinity;
    table.nan = nan;
    table.minusZero = type != DataType::float8e4m3fnuz && type != DataType::float8e5m2fnuz;
    for (unsigned code = 0; code < table.sign; ++code) {
        const std::array<std::byte, 2> byte{static_cast<std::byte>(code), std::byte{}};
        const double value = numberAt(type, byte, 0);
        if (!std::isfinite(value))
            break;
        table.magnitudes.push_back(value);
    }
    return table;
}

const SmallFloat& smallFloatOf(DataType type) {
    static const SmallFloat e4m3fn = tabulate(DataType::float8e4m3fn, 8, -1, 0x7F);
    static const SmallFloat e4m3fnuz = tabulate(DataType::float8e4m3fnuz, 8, -1, 0x80);
    static const SmallFloat e5m2 = tabulate(DataType::float8e5m2, 8, 0x7C, 0x7F);
    static const SmallFloat e5m2fnuz = tabulate(DataType::float8e5m2fnuz, 8, -1, 0x80);
    static const SmallFloat e2m3 = tabulate(DataType::float6e2m3, 6, -1, 0x20);
    static const SmallFloat e3m2 = tabulate(DataType::float6e3m2, 6, -1, 0x20);
    static const SmallFloat e2m1 = tabulate(DataType::float4e2m1, 4, -1, 0x8);
    switch (type) {
    case DataType::float8e4m3fn: return e4m3fn;
    case DataType::float8e4m3fnuz: return e4m3fnuz;
    case DataType::float8e5m2: return e5m2;
    case DataType::float8e5m2fnuz: return e5m2fnuz;
    case DataType::float6e2m3: return e2m3;
    case DataType::float6e3m2: return e3m2;
    default: return e2m1;
    }
}

/// The code of the nearest magnitude, ties to the even code; one past the last code where `wanted`
/// is beyond all numbers that round to the largest.
std::size_t nearestCode(const std::vector<double>& magnitudes, double wanted) {
    const auto above = std::lower_bound(magnitudes.begin(), magnitudes.end(), wanted);
    auto code = static_cast<std::size_t>(above - magnitudes.begin());
    if (code == magnitudes.size()) {
        const double step = magnitudes[code - 1] - magnitudes[code - 2];
        const double half = magnitudes[code - 1] + step / 2;
        return wanted < half || (wanted == half && (code - 1) % 2 == 0) ? code - 1 : code;
    }
    if (code == 0 || magnitudes[code] == wanted)
        return code;
    const double down = wanted - magnitudes[code - 1], up = magnitudes[code] - wanted;
    if (down < up || (down == up && (code - 1) % 2 == 0))
        --code;
    return code;
}

unsigned encode(DataType type, double number, bool saturate) {
    const SmallFloat& table = smallFloatOf(type);
    const auto largest = static_cast<unsigned>(table.magnitudes.size() - 1);
    // FNUZ types have one NaN, in the place of minus zero. Types of fewer bits have no NaN; minus
    // zero stands for it.
    const bool oneNan = table.nan == static_cast<int>(table.sign);
    const unsigned sign = std::signbit(number) ? table.sign : 0;
    if (std::isnan(number))
        return table.nan < 0 ? largest : static_cast<unsigned>(table.nan) | (oneNan ? 0 : sign);
    const double magnitude = std::fabs(number);
    const std::size_t code =
        std::isinf(number) ? table.magnitudes.size() : nearestCode(table.magnitudes, magnitude);
    if (code < table.magnitudes.size())
        return static_cast<unsigned>(code) | (code == 0 && !table.minusZero ? 0 : sign);
    if (saturate || (table.infinity < 0 && table.nan < 0))
        return largest | sign;
    if (table.infinity >= 0)
        return static_cast<unsigned>(table.infinity) | sign;
    return static_cast<unsigned>(table.nan) | (oneNan ? 0 : sign);
}

std::uint8_t encodeScale(double number, bool saturate, Rounding rounding) {
    if (std::isnan(number) || number < 0) // no sign: negative numbers become NaN
        return 255;
    if (number < 0x1p-127)
        return saturate ? 0 : 255;
    if (std::isinf(number))
        return saturate ? 254 : 255;
    int exponent = 0;
    const double fraction = std::frexp(number, &exponent); // number = fraction · 2^exponent
    int power = exponent - 1;                              // 2^power <= number < 2^(power + 1)
    const bool exact = fraction == 0.5;
    if (!exact && (rounding == Rounding::up || (rounding == Rounding::nearest && fraction >= 0.75)))
        ++power;
    if (power > 127)
        return saturate ? 254 : 255;
    return static_cast<std::uint8_t>(power + 127);
}

/// numberAs for integers of less than 8 bits.
unsigned smallInteger(DataType type, double number) {
    const bool isSigned = type == DataType::int4 || type == DataType::int2;
    const unsigned bits = dataTypeBits(type), half = 1U << (bits - 1);
    if (std::fabs(number) < 0x1p63 || std::isnan(number))
        return numberAs<unsigned>(number);
    if (number < 0)
        return isSigned ? half : 0;
    return isSigned ? half - 1 : 2 * half - 1;
}

} // namespace

unsigned readBits(const RuntimeValue& value, std::int64_t i) {
    const unsigned bits = dataTypeBits(value.type);
    const auto at = static_cast<std::size_t>(i) * bits;
    unsigned content = std::to_integer<unsigned>(value.data[at / 8]) >> (at % 8);
    if (at % 8 + bits > 8) // elements of 6 bits may span two bytes
        content |= std::to_integer<unsigned>(value.data[at / 8 + 1]) << (8 - at % 8);
    return content & ((1U << bits) - 1U);
}

void writeBits(RuntimeValue& value, std::int64_t i, unsigned content) {
    const unsigned bits = dataTypeBits(value.type);
    const auto at = static_cast<std::size_t>(i) * bits;
    const unsigned mask = ((1U << bits) - 1U) << (at % 8), moved = content << (at % 8);
    const auto write = [&](std::size_t byte, unsigned shift) {
        auto& there = value.data[byte];
        there = static_cast<std::byte>((std::to_integer<unsigned>(there) & ~(mask >> shift)) |
                                       ((moved & mask) >> shift));
    };
    write(at / 8, 0);
    if (at % 8 + bits > 8)
        write(at / 8 + 1, 8);
}

void writeNumber(RuntimeValue& value, std::int64_t i, double number, bool saturate,
                 Rounding rounding) {
    switch (value.type) {
    case DataType::float16:
        value.as<std::uint16_t>()[i] = floatToHalf(static_cast<float>(number));
        return;
    case DataType::bfloat16:
        value.as<std::uint16_t>()[i] = floatToBfloat16(static_cast<float>(number));
        return;
    case DataType::float8e4m3fn:
    case DataType::float8e4m3fnuz:
    case DataType::float8e5m2:
    case DataType::float8e5m2fnuz:
        value.as<std::uint8_t>()[i] =
            static_cast<std::uint8_t>(encode(value.type, number, saturate));
        return;
    case DataType::float6e2m3:
    case DataType::float6e3m2:
    case DataType::float4e2m1: writeBits(value, i, encode(value.type, number, true)); return;
    case DataType::float8e8m0:
        value.as<std::uint8_t>()[i] = encodeScale(number, saturate, rounding);
        return;
    case DataType::int4:
    case DataType::uint4:
    case DataType::int2:
    case DataType::uint2: writeBits(value, i, smallInteger(value.type, number)); return;
    case DataType::complex64:
        value.as<float>()[2 * i] = static_cast<float>(number);
        value.as<float>()[2 * i + 1] = 0;
        return;
    case DataType::complex128:
        value.as<double>()[2 * i] = number;
        value.as<double>()[2 * i + 1] = 0;
        return;
    case DataType::boolean: value.as<bool>()[i] = number != 0; return;
    default: break;
    }
    forNumericType(value.type, [&]<class T>() { value.as<T>()[i] = numberAs<T>(number); });
}

} // namespace partita::cpu
