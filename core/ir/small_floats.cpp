#include "core/ir/small_floats.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/ir/tensor.h"

namespace partita {

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

} // namespace

double largestSmallFloat(DataType type) {
    return type == DataType::float8e8m0 ? 0x1p127 : smallFloatOf(type).magnitudes.back();
}

unsigned smallFloatCode(DataType type, double number, bool saturate) {
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

unsigned scaleCode(double number, bool saturate, ScaleRounding rounding) {
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
    if (!exact &&
        (rounding == ScaleRounding::up || (rounding == ScaleRounding::nearest && fraction >= 0.75)))
        ++power;
    if (power > 127)
        return saturate ? 254 : 255;
    return static_cast<unsigned>(power + 127);
}

} // namespace partita
