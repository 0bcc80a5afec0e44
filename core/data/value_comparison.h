#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/ir/model_data.h"

namespace partita {

/// How far `actual` is from `expected`. Figures are never NaN: what has no finite difference is
/// infinitely far.
struct Difference {
    bool comparable = false; ///< same type and shape
    double maxAbsolute = 0;
    double maxRelative = 0; ///< |difference| / max(|expected|) over the tensor
    bool within = false;    ///< |difference| ≤ atol + rtol · |expected| for every element
    std::string problem;    ///< why they are not comparable
};

/// The one comparison of two values, of whatever type:
/// - integers exactly, the difference of 64 bits included;
/// - floating point as numbers: −0 is 0, infinities of one sign are equal, NaN equals NaN and
///   nothing else (numpy's `equal_nan`), and an infinity is infinitely far from anything else,
///   however large the tolerance;
/// - complex numbers by each of their two parts; strings by their bytes, infinitely far or equal;
/// - of sequences and maps the largest differences of their items.
Difference compareValues(const DataValue& expected, const DataValue& actual, double rtol,
                         double atol);
Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol);

/// A figure of a difference as JSON, which has no infinity: a number, or the text "inf".
nlohmann::json figureJson(double figure);

} // namespace partita
