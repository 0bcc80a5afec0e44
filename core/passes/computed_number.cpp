#include "core/passes/computed_number.h"

#include <cmath>
#include <limits>

namespace partita {

Fit fitOf(DataType type, double number) {
    double largest = std::numeric_limits<double>::max();
    double smallest = std::numeric_limits<double>::min();
    if (type == DataType::float16) {
        largest = 65504;
        smallest = 0x1p-14;
    } else if (type == DataType::bfloat16) {
        largest = 0x1.FEp127;
        smallest = 0x1p-126;
    } else if (type != DataType::float64) {
        largest = static_cast<double>(std::numeric_limits<float>::max());
        smallest = 0x1p-126;
    }
    const double size = std::fabs(number);
    return !(size <= largest) ? Fit::beyond : size < smallest ? Fit::small : Fit::normal;
}

std::optional<double> productIn(DataType type, double a, double b) {
    const bool plain = std::isfinite(a) && std::isfinite(b) && a != 0 && b != 0;
    return plain && fitOf(type, a * b) != Fit::normal ? std::nullopt : std::optional(a * b);
}

} // namespace partita
