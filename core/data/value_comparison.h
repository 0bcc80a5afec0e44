#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/ir/model_data.h"

namespace partita {

/// How far `actual` is from `expected`. The numbers are never NaN: where no finite difference
/// exists they are infinite.
struct Difference {
    bool comparable = false; ///< same type and shape
    double maxAbsolute = 0;
    double maxRelative = 0; ///< maxAbsolute / max(|expected|) over the tensor's finite elements
    bool within = false;    ///< |difference| ≤ atol + rtol · |expected| for every element
    std::string problem;    ///< why the two are not comparable
};

/// Compares two values of any type:
/// - integers exactly, 64-bit ones as well;
/// - floating point as numbers: −0 equals 0, infinities of one sign are equal, NaN equals NaN and
///   nothing else (numpy's `equal_nan`), and an infinity is infinitely far from any other number,
///   whatever the tolerance;
/// - complex numbers by their two parts; strings are equal by their bytes or infinitely far;
/// - sequences and maps by the largest differences of their items.
Difference compareValues(const DataValue& expected, const DataValue& actual, double rtol,
                         double atol);
Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol);

/// A number of a difference as JSON, which has no infinity: a number, or the text "inf".
nlohmann::json figureJson(double figure);

} // namespace partita
