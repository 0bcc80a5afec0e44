#pragma once

#include <optional>
#include <span>

#include "core/ir/type.h"

namespace partita {

/// How a floating point type holds a number that a pass computed for a new constant.
enum class Fit {
    normal, ///< with all the digits of the type
    small,  ///< below its smallest normal number, with fewer digits or as 0
    beyond  ///< not at all: it would become infinite, or it is infinite or NaN
};
Fit fitOf(DataType type, double number);

/// The largest number of a floating point type, and its smallest normal one.
struct NormalRange {
    double smallest, largest;
};
NormalRange normalRangeOf(DataType type);

/// a · b for a constant of `type`; nothing where a product of finite numbers that are not 0 would
/// become infinite or lose digits there.
std::optional<double> productIn(DataType type, double a, double b);

/// Multiplies each number as `productIn` does; false where one does not fit.
bool multiplyIn(DataType type, std::span<double> numbers, double factor);

} // namespace partita
