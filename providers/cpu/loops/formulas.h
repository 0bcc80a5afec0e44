#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/ir/model.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/wrapping.h"

// The functions that the formulas of unary_operators.def and binary_operators.def use.

namespace partita::cpu {

/// Elementary functions of the C library, for kernels: as exact as the type allows.
struct LibraryMath {
    template <class T> static T exp(T x) { return std::exp(x); }
    template <class T> static T erf(T x) { return std::erf(x); }
    template <class T> static T tanh(T x) { return std::tanh(x); }
};

/// The functions of vector_math.h, for loops over blocks of float32.
struct VectorMath {
    static float exp(float x) { return vectorExp(x); }
    static float erf(float x) { return vectorErf(x); }
    static float tanh(float x) { return vectorTanh(x); }
};

/// A parameter of a formula: an attribute with its default, or a fixed number.
struct Parameter {
    std::string_view attribute; ///< empty: none
    float number = 0;           ///< the default

    [[nodiscard]] float of(const Node& node) const {
        return attribute.empty() ? number : node.floatAttribute(attribute, number);
    }
};

constexpr Parameter kNone;
constexpr Parameter attribute(std::string_view name, float otherwise) { return {name, otherwise}; }
constexpr Parameter fixed(float number) { return {{}, number}; }
constexpr float kLowest = std::numeric_limits<float>::lowest(),
                kHighest = std::numeric_limits<float>::max();

/// first ? a : b with both computed, so that the compiler can vectorise a loop over it.
template <class T> T either(bool first, T a, T b) { return first ? a : b; }

/// v · Sigmoid(alpha · v).
template <class Math, class T> T swishOf(T v, T alpha) {
    return v * (T{1} / (T{1} + Math::exp(-(alpha * v))));
}

/// v limited to [low, high]; NaN stays.
template <class T> T limited(T v, T low, T high) {
    v = v < low ? low : v;
    return v > high ? high : v;
}

/// The absolute value: 0 of -0, and the lowest integer of itself.
template <class T> T magnitudeOf(T v) {
    if constexpr (std::is_floating_point_v<T>)
        return std::fabs(v);
    else
        return v < T{0} ? oppositeOf(v) : v;
}

/// The sign as -1, 0 or 1; NaN stays.
template <class T> T signOf(T v) {
    const int sign = static_cast<int>(v > T{0}) - static_cast<int>(v < T{0});
    return v == v ? static_cast<T>(sign) : v;
}

/// a / b; integers are rounded towards 0, and the lowest divided by -1 is itself.
template <class T> T quotientOf(T a, T b) {
    if constexpr (kWraps<T> && std::is_signed_v<T>)
        return b == T(-1) ? differenceOf(T{0}, a) : static_cast<T>(a / b);
    else
        return static_cast<T>(a / b);
}

} // namespace partita::cpu
