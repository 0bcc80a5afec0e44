#pragma once

#include <compare>
#include <nlohmann/json_fwd.hpp>

#include "core/base/message.h"
#include "core/ir/model_data.h"

namespace partita {

/// Figures of a difference that belong together, for texts. The greater ones are the worse.
struct Figures {
    bool beyond = false; ///< the tolerances
    double relative = 0, absolute = 0;
    auto operator<=>(const Figures&) const = default;
};

/// The greatest of the differences between some values. The numbers are never NaN: where no finite
/// difference exists they are infinite.
struct GreatestDifference {
    double maxAbsolute = 0;
    /// maxAbsolute / max(|expected|) over a tensor's finite elements. Where only 0 is expected: 0
    /// within the tolerance and infinite beyond it.
    double maxRelative = 0;
    Figures figures; ///< of the worst value, where the maxima may come from several

    /// Takes in the difference between other values; returns whether it is the worst so far.
    bool include(const GreatestDifference& other);
};

/// How far `actual` is from `expected`.
struct Difference : GreatestDifference {
    bool comparable = false; ///< same type and shape
    bool within = false;     ///< |difference| ≤ atol + rtol · |expected| for every element
    Message problem;         ///< why the two are not comparable
};

/// Which expected value `rtol` is multiplied by.
enum class Scale {
    element, ///< the value of the element itself
    tensor, ///< the largest value of the tensor, because roundings of large elements reach small ones
};

/// Compares two values of any type:
/// - integers and booleans exactly, whatever the tolerance;
/// - floating point as numbers: −0 equals 0, infinities of one sign are equal, NaN equals NaN and
///   nothing else (numpy's `equal_nan`), and an infinity is infinitely far from any other number,
///   whatever the tolerance;
/// - complex numbers by their two parts; strings are equal by their bytes or infinitely far;
/// - sequences and maps by the largest differences of their items.
Difference compareValues(const ModelData& expected, const ModelData& actual, double rtol,
                         double atol, Scale scale = Scale::element);
Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol,
                          Scale scale = Scale::element);

/// The figures of a difference for people, to stand after "differs by".
Message differenceMessage(const Figures& figures);

/// A number of a difference as JSON, which has no infinity: a number, or the text "inf".
nlohmann::json figureJson(double figure);

} // namespace partita
