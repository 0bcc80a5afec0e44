#include "core/passes/computed_number.h"

#include <cmath>
#include <limits>

namespace partita {

NormalRange normalRangeOf(DataType type) {
    switch (type) {
    case DataType::float16: return {0x1p-14, 65504};
    case DataType::bfloat16: return {0x1p-126, 0x1.FEp127};
    case DataType::float64:
        return {std::numeric_limits<double>::min(), std::numeric_limits<double>::max()};
    default: return {0x1p-126, static_cast<double>(std::numeric_limits<float>::max())};
    }
}

Fit fitOf(DataType type, double number) {
    const NormalRange range = normalRangeOf(type);
    const double size = std::fabs(number);
    return !(size <= range.largest) ? Fit::beyond
           : size < range.smallest  ? Fit::small
                                    : Fit::normal;
}

std::optional<double> productIn(DataType type, double a, double b) {
    const bool plain = std::isfinite(a) && std::isfinite(b) && a != 0 && b != 0;
    return plain && fitOf(type, a * b) != Fit::normal ? std::nullopt : std::optional(a * b);
}

bool multiplyIn(DataType type, std::span<double> numbers, double factor) {
    for (double& number : numbers) {
        const auto product = productIn(type, number, factor);
        if (!product)
            return false;
        number = *product;
    }
    return true;
}

} // namespace partita
