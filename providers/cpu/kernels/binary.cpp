#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <vector>

#include "core/ir/element_type.h"
#include "providers/cpu/kernels/broadcast.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/formulas.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

/// The second input as it is broadcast. Before version 7 that has to be asked for, and the
/// attribute `axis` says where its shape begins in that of the first one; PRelu's slope of one axis
/// belonged to the channels.
RuntimeValue secondOperand(const KernelContext& context) {
    RuntimeValue b = context.input(1);
    const Dims& a = context.input(0).dims;
    const bool slope = context.node().opType == "PRelu";
    require(context.version() >= 7 || slope || b.dims == a ||
                context.node().intAttribute("broadcast", 0) != 0,
            "operands of different shapes need broadcast = 1 before version 7");
    if (context.version() >= 7 || b.dims.size() >= a.size() || b.count() == 1 ||
        (slope && b.dims.size() != 1))
        return b;
    const auto last = static_cast<std::int64_t>(a.size() - b.dims.size());
    const std::int64_t axis = slope ? 1 : context.node().intAttribute("axis", last);
    require(axis >= 0 && axis <= last, "the axis does not fit the inputs");
    b.dims.resize(a.size() - static_cast<std::size_t>(axis), 1);
    return b;
}

/// The dimensions of the result. Before version 7, and for PRelu's slope, the second operand has to
/// fit into the first one.
Dims resultDims(const KernelContext& context, const RuntimeValue& b) {
    const Dims& a = context.input(0).dims;
    Dims dims = broadcastDims(a, b.dims);
    require(dims == a || (context.version() >= 7 && context.node().opType != "PRelu"),
            "the second operand cannot be broadcast to the shape of the first one");
    return dims;
}

/// C = f(A, B) for numbers of one type.
template <class F> void arithmetic(KernelContext& context, F&& f) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    require(a.type == b.type, "both inputs must have the same type");
    RuntimeValue& out = context.output(0, a.type, resultDims(context, b));
    forNumericType(a.type, [&]<class T>() { mapBroadcast<T, T>(a, b, out, f); });
}

/// Fails where an integer is 0, because dividing by it would end the process.
void requireDivisors(const RuntimeValue& b) {
    forNumericType(b.type, [&]<class T>() {
        if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
            require(std::find(b.as<T>(), b.as<T>() + b.count(), T{}) == b.as<T>() + b.count(),
                    "integer division by zero");
    });
}

/// The same; fails where an integer of B is 0.
template <class F> void division(KernelContext& context, F&& f) {
    requireDivisors(context.input(1));
    arithmetic(context, f);
}

/// C = f(A, B), a boolean, for numbers of one type.
template <class F> void comparison(KernelContext& context, F&& f) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    require(a.type == b.type, "both inputs must have the same type");
    RuntimeValue& out = context.output(0, DataType::boolean, resultDims(context, b));
    forNumericType(a.type, [&]<class T>() { mapBroadcast<T, bool>(a, b, out, f); });
}

/// C = f(A, B) for booleans.
template <class F> void logical(KernelContext& context, F&& f) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    require(a.type == DataType::boolean && b.type == DataType::boolean, "booleans were expected");
    RuntimeValue& out = context.output(0, DataType::boolean, resultDims(context, b));
    mapBroadcast<bool, bool>(a, b, out, f);
}

/// ONNX Mod: the sign of the divisor, or of the dividend with fmod.
template <class T> T modulo(T a, T b, bool fmod) {
    if constexpr (std::is_floating_point_v<T>) {
        const T rest = std::fmod(a, b);
        if (!fmod && rest == 0)
            return std::copysign(rest, b);
        return fmod || (rest < 0) == (b < 0) ? rest : rest + b;
    } else if constexpr (std::is_same_v<T, bool>) {
        return false; // no kernel is asked for it
    } else {
        if constexpr (std::is_signed_v<T>)
            if (b == T(-1))
                return 0;
        const T rest = static_cast<T>(a % b);
        return fmod || rest == 0 || (rest < 0) == (b < 0) ? rest : static_cast<T>(rest + b);
    }
}

/// By squaring where both are integers, which wraps around as products do.
template <class T, class E> T powerOf(T base, E exponent) {
    if constexpr (kWraps<T> && kWraps<E>)
        if (exponent >= 0) {
            T result = 1;
            for (T square = base; exponent > 0; exponent /= 2, square = productOf(square, square))
                if (exponent % 2 != 0)
                    result = productOf(result, square);
            return result;
        }
    return numberAs<T>(std::pow(static_cast<double>(base), static_cast<double>(exponent)));
}

template <class T, class E>
void powLoop(const RuntimeValue& a, std::span<const E> exponents, const Dims& exponentDims,
             RuntimeValue& out) {
    const T* x = a.as<T>();
    T* z = out.as<T>();
    if (exponents.size() == 1 && a.count() == out.count() &&
        static_cast<double>(exponents[0]) == 2.0)
        return mapElements(x, z, a.count(), [](T v) { return productOf(v, v); });
    const BroadcastWalk<2> walk(
        out.dims, {broadcastStrides(a.dims, out.dims), broadcastStrides(exponentDims, out.dims)});
    walk.run([&](std::int64_t first, std::int64_t count, const auto& at, const auto& steps) {
        const E* y = exponents.data() + at[1];
        for (std::int64_t i = 0; i < count; ++i)
            z[first + i] = powerOf(x[at[0] + i * steps[0]], y[i * steps[1]]);
    });
}

/// The exponents as E, which holds each of them: three types of them stand for all, so that there
/// is no loop for each pair of types.
template <class E>
void powByExponents(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& out) {
    std::vector<E> exponents(static_cast<std::size_t>(b.count()));
    forNumericType(b.type, [&]<class B>() {
        const B* from = b.as<B>();
        for (E& exponent : exponents)
            exponent = static_cast<E>(*from++);
    });
    forNumericType(a.type, [&]<class T>() { powLoop<T, E>(a, exponents, b.dims, out); });
}

/// C = f(A, B) for integers of one type, taken as unsigned words.
template <class F> void bits(KernelContext& context, F&& f) {
    const RuntimeValue &a = context.input(0), &b = context.input(1);
    require(a.type == b.type, "both inputs must have the same type");
    RuntimeValue& out = context.output(0, a.type, broadcastDims(a.dims, b.dims));
    forElementSize(a.type, [&]<class T>() { mapBroadcast<T, T>(a, b, out, f); });
}

/// Min, Max, Sum, Mean: any number of inputs of one type.
template <class F> void fold(KernelContext& context, F&& f) {
    const DataType type = context.input(0).type;
    Dims shape = context.input(0).dims;
    for (std::size_t i = 1; i < context.inputCount(); ++i) {
        require(context.input(i).type == type, "all inputs must have the same type");
        require(context.version() >= 8 || context.input(i).dims == shape,
                "before version 8, all inputs must have the same shape");
        shape = broadcastDims(shape, context.input(i).dims);
    }
    RuntimeValue& out = context.output(0, type, shape);
    forNumericType(type, [&]<class T>() {
        const RuntimeValue& first = context.input(0);
        if (context.inputCount() == 1)
            return (void)std::copy_n(first.as<T>(), first.count(), out.as<T>());
        for (std::size_t n = 1; n < context.inputCount(); ++n)
            mapBroadcast<T, T>(n == 1 ? first : out, context.input(n), out, f);
    });
}

/// z[i] = c[i] ? x[i] : y[i]; x and y may be one element for all. Without a branch: what is chosen is
/// hard to foresee. `Bytes`: of a vector, from onWidestCpu.
template <std::size_t Bytes, bool OneX, bool OneY, class T>
PARTITA_INLINE inline void chooseElements(const std::uint8_t* c, const T* x, const T* y, T* z,
                                          std::int64_t count) {
    constexpr std::size_t kCount = Bytes / sizeof(T);
    constexpr auto kWidth = static_cast<std::int64_t>(kCount);
    using Vector = VectorOf<T, kCount>;
    const T firstX = *x, firstY = *y;
    const auto read = [](const T* from) PARTITA_INLINE {
        Vector vector; // NOLINT: filled below
        std::memcpy(&vector, from, sizeof vector);
        return vector;
    };
    std::int64_t i = 0;
    for (; i + kWidth <= count; i += kWidth) {
        const Vector one = OneX ? Vector{} + firstX : read(x + i),
                     other = OneY ? Vector{} + firstY : read(y + i);
        const Vector chosen = vectorAt<T, kCount>(c + i) != 0 ? one : other;
        std::memcpy(z + i, &chosen, sizeof chosen);
    }
    for (; i < count; ++i) {
        const T one = OneX ? firstX : x[i], other = OneY ? firstY : y[i];
        z[i] = c[i] != 0 ? one : other;
    }
}

/// z[i] = c[i · step] ? x[i · step] : y[i · step] for one row.
template <class T>
void chooseRow(const std::uint8_t* c, const T* x, const T* y, T* z, std::int64_t count,
               const std::array<std::int64_t, 3>& steps) {
    if (steps[0] == 0) { // one row of the two
        const T* row = *c ? x : y;
        const std::int64_t step = steps[*c ? 1 : 2];
        return onBestCpu([&]() PARTITA_INLINE {
            mapRow(row, step, row, step, z, count, [](T v, T) { return v; });
        });
    }
    const auto has = [&](std::int64_t ofX, std::int64_t ofY) {
        return steps[0] == 1 && steps[1] == ofX && steps[2] == ofY;
    };
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kBytes = decltype(bytes)::value;
        if (has(1, 1))
            chooseElements<kBytes, false, false>(c, x, y, z, count);
        else if (has(1, 0))
            chooseElements<kBytes, false, true>(c, x, y, z, count);
        else if (has(0, 1))
            chooseElements<kBytes, true, false>(c, x, y, z, count);
        else
            for (std::int64_t i = 0; i < count; ++i)
                z[i] = c[i * steps[0]] != 0 ? x[i * steps[1]] : y[i * steps[2]];
    });
}

} // namespace

// The kernels of binary_operators.def, where each has its doc block.
#define BINARY_KERNEL(kernel, way, ...)                                                            \
    void kernel(KernelContext& context) {                                                          \
        way(context, [](auto a, auto b) {                                                          \
            using T [[maybe_unused]] = decltype(a);                                                \
            return __VA_ARGS__;                                                                    \
        });                                                                                        \
    }
#include "providers/cpu/loops/binary_operators.def"

/// The remainder of A / B: with the divisor's sign, or with the dividend's where `fmod` is set.
///
/// Inputs:   A and B of any numeric type, broadcast to each other
/// Outputs:  C, of A's type and the common shape
/// Method:   one loop over the common shape, shared by the threads
/// Fails:    an integer of B is 0, A and B differ in type, or their shapes do not broadcast
/// Source:   ONNX Mod-28
void modKernel(KernelContext& c) {
    const bool fmod = c.node().intAttribute("fmod", 0) != 0;
    division(c, [fmod](auto a, auto b) { return modulo(a, b, fmod); });
}

/// The mean of all inputs, element by element.
///
/// Inputs:   one or more tensors of one floating type, broadcast to each other
/// Outputs:  one tensor of their type and common shape
/// Method:   the sum, one loop for each further input; then each element is divided in double
/// Fails:    the inputs differ in type, or their shapes do not broadcast
/// Source:   ONNX Mean-13
void meanKernel(KernelContext& c) {
    fold(c, [](auto a, auto b) { return sumOf(a, b); });
    RuntimeValue& sum = placeOf(c, 0);
    const auto inputs = static_cast<double>(c.inputCount());
    forNumericType(sum.type, [&]<class T>() {
        for (std::int64_t i = 0, n = sum.count(); i < n; ++i)
            sum.as<T>()[i] = numberAs<T>(static_cast<double>(sum.as<T>()[i]) / inputs);
    });
}

/// Whether A = B, element by element.
///
/// Inputs:   A and B, numbers, booleans or strings, broadcast to each other
/// Outputs:  C, booleans of the common shape
/// Method:   one loop over the common shape, shared by the threads; strings one after another
/// Fails:    A and B differ in type, or their shapes do not broadcast
/// Source:   ONNX Equal-19
void equalKernel(KernelContext& c) {
    if (c.input(0).type == DataType::string) {
        const RuntimeValue &a = c.input(0), &b = c.input(1);
        require(b.type == DataType::string, "both inputs must have the same type");
        RuntimeValue& y = c.output(0, DataType::boolean, broadcastDims(a.dims, b.dims));
        std::int64_t i = 0;
        forEachIndex<2>(y.dims,
                        {broadcastStrides(a.dims, y.dims), broadcastStrides(b.dims, y.dims)},
                        [&](const auto& at) {
                            y.as<bool>()[i++] = (*a.strings)[static_cast<std::size_t>(at[0])] ==
                                                (*b.strings)[static_cast<std::size_t>(at[1])];
                        });
        return;
    }
    comparison(c, [](auto a, auto b) { return a == b; });
}

/// A to the power of B.
///
/// Inputs:   A and B of any numeric types, broadcast to each other
/// Outputs:  C, of A's type and the common shape
/// Method:   one loop over the common shape, shared by the threads: products for integers, which
///           wrap around, and for a single exponent 2; else the C library's pow in double
/// Fails:    the shapes do not broadcast
/// Source:   ONNX Pow-15
void powKernel(KernelContext& context) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    RuntimeValue& out = context.output(0, a.type, resultDims(context, b));
    if (b.type == DataType::uint64)
        powByExponents<std::uint64_t>(a, b, out);
    else if (isInteger(b.type))
        powByExponents<std::int64_t>(a, b, out);
    else
        powByExponents<double>(a, b, out);
}

/// The element of X where the condition holds, that of Y elsewhere.
///
/// Inputs:   a condition, booleans; X and Y of any movable type; all broadcast to each other
/// Outputs:  one tensor of X's type and the common shape
/// Method:   one vector loop without branches over words of the element's size, shared by the
///           threads
/// Fails:    X and Y differ in type, or the shapes do not broadcast
/// Source:   ONNX Where-16
void whereKernel(KernelContext& context) {
    const RuntimeValue &condition = context.input(0), &a = context.input(1), &b = context.input(2);
    require(a.type == b.type, "both choices must have the same type");
    const Dims shape = broadcastDims(condition.dims, broadcastDims(a.dims, b.dims));
    RuntimeValue& out = context.output(0, a.type, shape);
    forElementSize(a.type, [&]<class T>() {
        const BroadcastWalk<3> walk(shape, {broadcastStrides(condition.dims, shape),
                                            broadcastStrides(a.dims, shape),
                                            broadcastStrides(b.dims, shape)});
        walk.run([&](std::int64_t first, std::int64_t count, const auto& at, const auto& steps) {
            chooseRow(condition.as<std::uint8_t>() + at[0], a.as<T>() + at[1], b.as<T>() + at[2],
                      out.as<T>() + first, count, steps);
        });
    });
}

/// A, shifted by B bits to the left or right; a signed A keeps its sign to the right. A shift by
/// the width or more, or by less than 0, leaves only the bits that move in.
///
/// Inputs:   A and B of one integer type, broadcast to each other
/// Outputs:  C, of A's type and the common shape
/// Method:   one loop over the common shape, shared by the threads, on unsigned words, where a
///           shift
///           by less than 0 is a large one
/// Fails:    A and B differ in type, or their shapes do not broadcast
/// Source:   ONNX BitShift-28
void bitShiftKernel(KernelContext& c) {
    const DataType type = c.input(0).type;
    const bool left = c.node().stringAttribute("direction", "") == "LEFT",
               hasSign = type == DataType::int8 || type == DataType::int16 ||
                         type == DataType::int32 || type == DataType::int64;
    bits(c, [left, hasSign](auto a, auto b) {
        using T = decltype(a);
        const auto number = static_cast<std::make_signed_t<T>>(a);
        if (b >= sizeof(T) * 8)
            return static_cast<T>(!left && hasSign && number < 0 ? -1 : 0);
        return left      ? static_cast<T>(a << b)
               : hasSign ? static_cast<T>(number >> b)
                         : static_cast<T>(a >> b);
    });
}

} // namespace partita::cpu
