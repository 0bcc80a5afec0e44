#include <algorithm>
#include <cmath>
#include <numbers>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/formulas.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/simd_math.h"

namespace partita::cpu {

namespace {

using Math = LibraryMath;

/// y[i] = f(x[i]) for all numeric types; f must not throw.
template <class F> void mapNumbers(KernelContext& context, F&& f) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forNumericType(x.type, [&]<class T>() { mapElements(x.as<T>(), y.as<T>(), x.count(), f); });
}

/// A bound of Clip: before version 11 an attribute, whose default is a float's limit; since then an
/// input, whose default is the type's own.
template <class T>
T clipBound(const KernelContext& context, std::size_t index, const char* name, T otherwise) {
    if (context.version() < 11) {
        using Limits = std::numeric_limits<float>;
        const float limit = otherwise > T{0} ? Limits::max() : Limits::lowest();
        return numberAs<T>(static_cast<double>(context.node().floatAttribute(name, limit)));
    }
    const RuntimeValue* bound = context.optional(index);
    return bound ? scalarOf<T>(*bound) : otherwise;
}

/// y[i] = f(x[i]), a boolean, for all floating types.
template <class F> void test(KernelContext& context, F&& f) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, DataType::boolean, x.dims);
    if (x.type == DataType::float32)
        return mapElements(x.as<float>(), y.as<bool>(), x.count(), f);
    if (x.type == DataType::float64)
        return mapElements(x.as<double>(), y.as<bool>(), x.count(), f);
    for (std::int64_t i = 0, n = x.count(); i < n; ++i)
        y.as<bool>()[i] = f(readNumber(x, i));
}

} // namespace

// The kernels of unary_operators.def, where each has its doc block.
#define UNARY_KERNEL(kernel, types, first, second, ...)                                            \
    void kernel(KernelContext& context) {                                                          \
        const float one = (first).of(context.node()), other = (second).of(context.node());         \
        map##types(context, [one, other](auto v) {                                                 \
            using T = decltype(v);                                                                 \
            [[maybe_unused]] const T alpha = static_cast<T>(one), beta = static_cast<T>(other);    \
            return __VA_ARGS__;                                                                    \
        });                                                                                        \
    }
#include "providers/cpu/loops/unary_operators.def"

/// gamma · x above 0, gamma · alpha · (eˣ - 1) elsewhere; version 1 has shorter defaults.
///
/// Inputs:   X of a floating type and any shape
/// Outputs:  Y, of X's type and shape
/// Method:   one vectorised loop, shared by the threads
/// Source:   ONNX Selu-22
void seluKernel(KernelContext& c) {
    const bool first = c.version() < 6;
    const float alpha =
                    c.node().floatAttribute("alpha", first ? 1.6732F : 1.67326319217681884765625F),
                gamma =
                    c.node().floatAttribute("gamma", first ? 1.0507F : 1.05070102214813232421875F);
    mapFloats(c, [alpha, gamma](auto v) {
        using T = decltype(v);
        const T below = static_cast<T>(alpha) * std::expm1(v);
        return static_cast<T>(gamma) * (v > 0 ? v : below);
    });
}

/// x · Φ(x), with Φ by erf or, where the attribute `approximate` says so, by tanh.
///
/// Inputs:   X of a floating type and any shape
/// Outputs:  Y, of X's type and shape
/// Method:   one loop in double, whatever the type, shared by the threads
/// Source:   ONNX Gelu-20
void geluKernel(KernelContext& c) {
    if (c.node().stringAttribute("approximate", "none") == "tanh")
        mapFloats(c, [](auto v) {
            return 0.5 * v *
                   (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v)));
        });
    else
        mapFloats(c, [](auto v) { return 0.5 * v * (1 + std::erf(v / std::numbers::sqrt2)); });
}

/// A · Sigmoid(alpha · A) · B: values gated by Swish.
///
/// Inputs:   A and B of one floating type and one shape
/// Outputs:  Y, of their type and shape
/// Method:   one vectorised loop, shared by the threads
/// Fails:    A and B differ in type or shape; the function that defines it would broadcast them
/// Source:   ONNX SwiGLU-28
void swiGluKernel(KernelContext& c) {
    const RuntimeValue &a = c.input(0), &b = c.input(1);
    require(a.type == b.type, "both inputs must have the same type");
    require(a.dims == b.dims, "A and B have different shapes");
    const float alpha = c.node().floatAttribute("alpha", 1);
    RuntimeValue& y = c.output(0, a.type, a.dims);
    forFloatType(a.type, [&]<class T>() {
        mapBroadcast<T, T>(a, b, y, [alpha](T gate, T value) {
            return swishOf<Math>(gate, static_cast<T>(alpha)) * value;
        });
    });
}

/// Whether each element is NaN.
///
/// Inputs:   X of any floating type, 8-bit ones included, and any shape
/// Outputs:  Y, booleans of X's shape
/// Method:   one vectorised loop for float32 and float64, element by element for other types
/// Source:   ONNX IsNaN-20
void isNanKernel(KernelContext& c) {
    test(c, [](auto v) { return v != v; });
}

/// Whether each element is an infinity of a sign that the attributes ask for.
///
/// Inputs:   X of any floating type, 8-bit ones included, and any shape
/// Outputs:  Y, booleans of X's shape
/// Method:   one vectorised loop for float32 and float64, element by element for other types
/// Source:   ONNX IsInf-20
void isInfKernel(KernelContext& c) {
    const bool up = c.node().intAttribute("detect_positive", 1) != 0,
               down = c.node().intAttribute("detect_negative", 1) != 0;
    test(c, [=](auto v) {
        constexpr auto kInfinity = std::numeric_limits<decltype(v)>::infinity();
        return (up && v == kInfinity) || (down && v == -kInfinity);
    });
}

/// The opposite of each boolean.
///
/// Inputs:   X, booleans of any shape
/// Outputs:  Y, of X's shape
/// Method:   one vectorised loop over bytes, shared by the threads
/// Source:   ONNX Not-1
void notKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, DataType::boolean, x.dims);
    mapElements(x.as<std::uint8_t>(), y.as<std::uint8_t>(), x.count(),
                [](std::uint8_t v) { return v == 0; });
}

/// The input itself.
///
/// Inputs:   X: a tensor of any type, a sequence or an optional
/// Outputs:  Y, the same
/// Method:   Y shares the elements of a tensor where nobody overwrites them; else they are copied
/// Source:   ONNX Identity-25
void identityKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    if (x.isTensor())
        context.forward(0, x, x.dims);
    else
        placeOf(context, 0) = RuntimeValue(x);
}

/// Each element, limited to two bounds; where they cross, all elements are the upper one.
///
/// Inputs:   X of any numeric type and shape; since version 11 optional scalars min and max
/// Outputs:  Y, of X's type and shape
/// Method:   one vectorised loop, shared by the threads; NaN stays
/// Fails:    a bound is no scalar or has another width than X's elements
/// Source:   ONNX Clip-13
void clipKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forNumericType(x.type, [&]<class T>() {
        const T low = clipBound<T>(context, 1, "min", std::numeric_limits<T>::lowest());
        const T high = clipBound<T>(context, 2, "max", std::numeric_limits<T>::max());
        mapElements(x.as<T>(), y.as<T>(), x.count(),
                    [low, high](T v) { return limited(v, low, high); });
    });
}

/// The complement of each element, bit by bit.
///
/// Inputs:   X of an integer type and any shape
/// Outputs:  Y, of X's type and shape
/// Method:   one loop on unsigned words
/// Source:   ONNX BitwiseNot-18
void bitwiseNotKernel(KernelContext& c) {
    const RuntimeValue& x = c.input(0);
    RuntimeValue& y = c.output(0, x.type, x.dims);
    forElementSize(x.type, [&]<class T>() {
        for (std::int64_t i = 0, n = x.count(); i < n; ++i)
            y.as<T>()[i] = static_cast<T>(~x.as<T>()[i]);
    });
}

} // namespace partita::cpu
