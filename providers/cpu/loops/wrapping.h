#pragma once

#include <limits>
#include <type_traits>

#include "providers/cpu/loops/cpu_dispatch.h"

namespace partita::cpu {

// Integers wrap around, as in ONNX Runtime. C++ leaves that undefined for signed integers, so they
// are computed as unsigned integers of at least 32 bits. The functions of two numbers also take vectors,
// for which they must be inlined (see reduceLanes).

/// Whether T is an integer that wraps around, which bool is not.
template <class T> constexpr bool kWraps = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// f(a, b), with integers as unsigned ones.
template <class T, class F> PARTITA_INLINE constexpr T wrapped(T a, T b, F f) {
    if constexpr (kWraps<T>) {
        using Wide = std::common_type_t<std::make_unsigned_t<T>, unsigned>;
        return static_cast<T>(f(static_cast<Wide>(a), static_cast<Wide>(b)));
    } else {
        return static_cast<T>(f(a, b));
    }
}
template <class T> PARTITA_INLINE constexpr T sumOf(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) PARTITA_INLINE { return x + y; });
}
template <class T> PARTITA_INLINE constexpr T differenceOf(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) PARTITA_INLINE { return x - y; });
}
template <class T> PARTITA_INLINE constexpr T productOf(T a, T b) {
    return wrapped(a, b, [](auto x, auto y) PARTITA_INLINE { return x * y; });
}

/// -a; of floats the opposite of 0 is -0.
template <class T> PARTITA_INLINE constexpr T oppositeOf(T a) {
    return wrapped(a, a, [](auto x, auto) PARTITA_INLINE { return -x; });
}

/// The larger and the smaller of two numbers, or of each pair of two vectors; NaN if one of them is
/// NaN.
template <class T> PARTITA_INLINE constexpr T mostOf(T a, T b) {
    return ((a < b) | (b != b)) ? b : a;
}
template <class T> PARTITA_INLINE constexpr T leastOf(T a, T b) {
    return ((b < a) | (b != b)) ? b : a;
}

/// Converts a number. To integers it truncates towards zero and keeps the low bits; numbers beyond
/// 64 bits and infinities become the largest or lowest integer, NaN becomes 0.
template <class To> constexpr To numberAs(double number) {
    if constexpr (!kWraps<To>) {
        return static_cast<To>(number);
    } else {
        constexpr double kEnd = 9223372036854775808.0; // 2^63
        if (number != number)
            return 0;
        if (number < -kEnd)
            return std::numeric_limits<To>::lowest();
        if (number < kEnd)
            return static_cast<To>(static_cast<long long>(number));
        if (std::is_same_v<To, unsigned long> && number < 2 * kEnd)
            return static_cast<To>(static_cast<unsigned long>(number));
        return std::numeric_limits<To>::max();
    }
}

} // namespace partita::cpu
