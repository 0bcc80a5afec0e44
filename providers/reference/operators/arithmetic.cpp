// Element-wise arithmetic of two and more tensors.

#include <cmath>

#include "providers/reference/operators/elementwise.h"

namespace partita::reference {

Array secondOperand(Call& call) {
    const Array& a = call.in(0);
    Dims dims = call.in(1).dims();
    const bool asked = call.integer("broadcast", 0) == 1;
    require(call.version() >= 7 || asked || dims == a.dims(),
            "before version 7 operands of different shapes need broadcast = 1");
    if (call.version() < 7 && call.hasAttribute("axis")) {
        const std::size_t axis = axisIn(call.integer("axis", 0), a.rank());
        require(axis + dims.size() <= a.rank(),
                "the second operand has too many axes for the attribute axis");
        dims.resize(a.rank() - axis, 1);
    }
    Array b = call.in(1).reshaped(dims);
    require(call.version() >= 7 || broadcast(a.dims(), b.dims()) == a.dims(),
            "the second operand cannot be broadcast to the shape of the first one");
    return b;
}

namespace {

template <class F> void elementwise(Call& call, F&& f) {
    call.give(combined(call.in(0).type(), call.in(0), secondOperand(call), f));
}

template <Number T> T divided(T a, T b) {
    if constexpr (Integer<T>)
        require(b != 0, "integer division by zero");
    if constexpr (std::same_as<T, std::int64_t>)
        if (b == -1) // the lowest integer has no negative: it wraps
            return static_cast<T>(0 - wrapping(a));
    return a / b;
}

/// Remainder with the sign of the dividend, as C's fmod.
template <Number T> T truncatedRemainder(T a, T b) {
    if constexpr (std::same_as<T, double>) {
        return std::fmod(a, b);
    } else {
        require(b != 0, "integer division by zero");
        if constexpr (std::same_as<T, std::int64_t>)
            if (b == -1)
                return 0;
        return a % b;
    }
}

/// Remainder with the sign of the divisor, as Python's %.
template <Number T> T floorRemainder(T a, T b) {
    const T rest = truncatedRemainder(a, b);
    if constexpr (std::same_as<T, double>) {
        if (rest == 0)
            return std::copysign(rest, b);
        return std::isfinite(rest) && (rest < 0) != (b < 0) ? rest + b : rest;
    } else {
        return rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
    }
}

/// Power by squaring; integers wrap. A negative exponent gives the power in double truncated to 0,
/// 1 or -1; for base 0 it gives the largest integer.
template <Integer T, Integer E> T integerPower(T base, E exponent, DataType type) {
    if (std::signed_integral<E> && exponent < 0)
        return integerOf<T>(std::pow(static_cast<double>(base), static_cast<double>(exponent)),
                            type);
    std::uint64_t result = 1, square = static_cast<std::uint64_t>(base);
    for (auto rest = static_cast<std::uint64_t>(exponent); rest > 0; rest /= 2, square *= square)
        if (rest % 2 == 1)
            result *= square;
    return static_cast<T>(result);
}

/// Folds f over all inputs, from the first to the last, with broadcasting.
template <class F> Array folded(Call& call, F&& f) {
    Array result = call.in(0);
    for (std::size_t i = 1; i < call.inputCount(); ++i) {
        require(call.version() >= 8 || call.in(i).dims() == result.dims(),
                "before version 8, all inputs must have the same shape");
        result = combined(result.type(), result, call.in(i), f);
    }
    return result;
}

} // namespace

void add(Call& call) {
    elementwise(call, []<Number T>(T a, T b) { return static_cast<T>(wrapping(a) + wrapping(b)); });
}

void subtract(Call& call) {
    elementwise(call, []<Number T>(T a, T b) { return static_cast<T>(wrapping(a) - wrapping(b)); });
}

void multiply(Call& call) {
    elementwise(call, []<Number T>(T a, T b) { return static_cast<T>(wrapping(a) * wrapping(b)); });
}

void divide(Call& call) {
    elementwise(call, []<Number T>(T a, T b) { return divided(a, b); });
}

void modulo(Call& call) {
    if (call.integer("fmod", 0) == 1)
        elementwise(call, []<Number T>(T a, T b) { return truncatedRemainder(a, b); });
    else
        elementwise(call, []<Number T>(T a, T b) { return floorRemainder(a, b); });
}

/// Z = X ^ Y; Y may have another type than X, and Z has the type of X.
void power(Call& call) {
    const Array& base = call.in(0);
    const Array exponent = secondOperand(call);
    Array result(base.type(), broadcast(base.dims(), exponent.dims()));
    for (Index at(result.dims()); at; ++at) {
        const std::size_t i = at.in(base.dims()), j = at.in(exponent.dims());
        result.visit([&]<class T>(std::vector<T>& out) {
            exponent.visit([&]<class E>(const std::vector<E>& exponents) {
                if constexpr (Integer<T> && Integer<E>)
                    out[at.place()] = integerPower(base.as<T>()[i], exponents[j], base.type());
                else
                    result.set(at.place(), std::pow(base.real(i), exponent.real(j)));
            });
        });
    }
    call.give(result);
}

/// A shift by a negative number or by at least the width gives 0, or -1 for a negative number
/// shifted right.
void bitShift(Call& call) {
    const unsigned bits = dataTypeBits(call.in(0).type());
    const bool left = call.text("direction", "") == "LEFT";
    elementwise(call, [&]<Integer T>(T value, T by) {
        const bool all = by < 0 || static_cast<std::uint64_t>(by) >= bits;
        if (left)
            return all ? T{0} : static_cast<T>(wrapping(value) << by);
        return all ? static_cast<T>(value < 0 ? -1 : 0) : static_cast<T>(value >> by);
    });
}

void bitwiseAnd(Call& call) {
    elementwise(call, []<Integer T>(T a, T b) { return a & b; });
}

void bitwiseOr(Call& call) {
    elementwise(call, []<Integer T>(T a, T b) { return a | b; });
}

void bitwiseXor(Call& call) {
    elementwise(call, []<Integer T>(T a, T b) { return a ^ b; });
}

/// NaN propagates.
void maximum(Call& call) {
    call.give(folded(call, []<Number T>(T a, T b) { return a > b || a != a ? a : b; }));
}

void minimum(Call& call) {
    call.give(folded(call, []<Number T>(T a, T b) { return a < b || a != a ? a : b; }));
}

void sum(Call& call) {
    call.give(folded(call, []<Number T>(T a, T b) { return a + b; }));
}

void mean(Call& call) {
    const auto count = static_cast<double>(call.inputCount());
    const Array total = folded(call, []<Number T>(T a, T b) { return a + b; });
    call.give(
        mapped(total.type(), total, [&]<Number T>(T a) { return static_cast<double>(a) / count; }));
}

/// slope is broadcast unidirectionally to X; before opset 7 a one-dimensional slope was per
/// channel.
void prelu(Call& call) {
    const Array& x = call.in(0);
    Array slope = call.in(1);
    if (call.version() < 7 && slope.rank() == 1 && slope.count() > 1 && x.rank() > 1) {
        Dims dims(x.rank() - 1, 1);
        dims.front() = static_cast<std::int64_t>(slope.count());
        slope = slope.reshaped(dims);
    }
    require(broadcast(x.dims(), slope.dims()) == x.dims(),
            "slope cannot be broadcast to the shape of X");
    call.give(combined(x.type(), x, slope, []<Number T>(T a, T b) {
        return a < 0 ? static_cast<T>(wrapping(a) * wrapping(b)) : a;
    }));
}

} // namespace partita::reference
