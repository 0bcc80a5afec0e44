// Trigonometric and hyperbolic functions, tests for special numbers, bit operations.

#include <cmath>
#include <limits>
#include <type_traits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/simd_math.h"

namespace partita::cpu {

namespace {

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

/// The same by unsigned words of the element's size, with broadcasting.
template <class F> void bits(KernelContext& context, F&& f) {
    const RuntimeValue &a = context.input(0), &b = context.input(1);
    require(a.type == b.type, "both inputs must have the same type");
    RuntimeValue& out = context.output(0, a.type, broadcastDims(a.dims, b.dims));
    forElementSize(a.type, [&]<class T>() { mapBroadcast<T, T>(a, b, out, f); });
}

} // namespace

void acosKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::acos(v); });
}
void acoshKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::acosh(v); });
}
void asinKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::asin(v); });
}
void asinhKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::asinh(v); });
}
void atanKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::atan(v); });
}
void atanhKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::atanh(v); });
}
void coshKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::cosh(v); });
}
void sinhKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::sinh(v); });
}
void tanKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::tan(v); });
}

void isNanKernel(KernelContext& c) {
    test(c, [](auto v) { return v != v; });
}
void isInfKernel(KernelContext& c) {
    const bool up = c.node().intAttribute("detect_positive", 1) != 0,
               down = c.node().intAttribute("detect_negative", 1) != 0;
    test(c, [=](auto v) {
        constexpr auto kInfinity = std::numeric_limits<decltype(v)>::infinity();
        return (up && v == kInfinity) || (down && v == -kInfinity);
    });
}

void bitwiseAndKernel(KernelContext& c) {
    bits(c, [](auto a, auto b) { return a & b; });
}
void bitwiseOrKernel(KernelContext& c) {
    bits(c, [](auto a, auto b) { return a | b; });
}
void bitwiseXorKernel(KernelContext& c) {
    bits(c, [](auto a, auto b) { return a ^ b; });
}
void bitwiseNotKernel(KernelContext& c) {
    const RuntimeValue& x = c.input(0);
    RuntimeValue& y = c.output(0, x.type, x.dims);
    forElementSize(x.type, [&]<class T>() {
        for (std::int64_t i = 0, n = x.count(); i < n; ++i)
            y.as<T>()[i] = static_cast<T>(~x.as<T>()[i]);
    });
}

/// To the right signs come after, else zeros; by the width or more, or less than 0 (which is a
/// large number here), nothing else is left. Source: ONNX BitShift-28.
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
