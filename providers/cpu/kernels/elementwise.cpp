#include <algorithm>
#include <cmath>
#include <numbers>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/simd_math.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

template <class F> void mapNumbers(KernelContext& context, F&& f) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forNumericType(x.type, [&]<class T>() { mapElements(x.as<T>(), y.as<T>(), x.count(), f); });
}

/// Bound of Clip: an attribute before version 11, whose default is a float's limit, and an input since,
/// whose default is the type's own.
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

} // namespace

void absKernel(KernelContext& c) {
    mapNumbers(c, [](auto v) {
        if constexpr (std::is_floating_point_v<decltype(v)>)
            return std::fabs(v); // of -0, too
        else
            return v < decltype(v){0} ? oppositeOf(v) : v;
    });
}
void negKernel(KernelContext& c) {
    mapNumbers(c, [](auto v) { return oppositeOf(v); });
}
void signKernel(KernelContext& c) {
    mapNumbers(c, [](auto v) {
        using T = decltype(v);
        const int sign = static_cast<int>(v > T{0}) - static_cast<int>(v < T{0});
        return v == v ? static_cast<T>(sign) : v; // NaN stays
    });
}
void reluKernel(KernelContext& c) {
    mapNumbers(c, [](auto v) { return std::max(v, decltype(v){0}); });
}
void expKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::exp(v); });
}
void logKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::log(v); });
}
void sqrtKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::sqrt(v); });
}
void erfKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::erf(v); });
}
void tanhKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::tanh(v); });
}
void sinKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::sin(v); });
}
void cosKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::cos(v); });
}
void floorKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::floor(v); });
}
void ceilKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::ceil(v); });
}
void roundKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return std::nearbyint(v); }); // halves to even, as ONNX wants
}
void reciprocalKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return decltype(v){1} / v; });
}
void sigmoidKernel(KernelContext& c) {
    mapFloats(c, [](auto v) { return decltype(v){1} / (decltype(v){1} + std::exp(-v)); });
}
void softplusKernel(KernelContext& c) {
    mapFloats(c, [](auto v) {
        return std::log1p(std::exp(-std::fabs(v))) + std::max(v, decltype(v){0});
    });
}

void leakyReluKernel(KernelContext& c) {
    const float alpha = c.node().floatAttribute("alpha", 0.01F);
    mapFloats(c, [alpha](auto v) { return v < 0 ? static_cast<decltype(v)>(alpha) * v : v; });
}

void thresholdedReluKernel(KernelContext& c) {
    const float alpha = c.node().floatAttribute("alpha", 1.0F);
    mapFloats(c,
              [alpha](auto v) { return v > static_cast<decltype(v)>(alpha) ? v : decltype(v){0}; });
}

void eluKernel(KernelContext& c) {
    const float alpha = c.node().floatAttribute("alpha", 1.0F);
    mapFloats(c, [alpha](auto v) {
        const auto below = static_cast<decltype(v)>(alpha) * std::expm1(v);
        return v < 0 ? below : v;
    });
}

/// max(0, x) + min(0, alpha · (e^(x / alpha) - 1)); the operator's function says something else for
/// an alpha below 0.
void celuKernel(KernelContext& c) {
    const float alpha = c.node().floatAttribute("alpha", 1.0F);
    mapFloats(c, [alpha](auto v) {
        using T = decltype(v);
        return v < 0 ? static_cast<T>(alpha) * std::expm1(v / static_cast<T>(alpha)) : v;
    });
}

/// gamma · x above 0, gamma · alpha · (eˣ - 1) elsewhere; version 1 has shorter defaults.
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

void hardSigmoidKernel(KernelContext& c) {
    const float alpha = c.node().floatAttribute("alpha", 0.2F),
                beta = c.node().floatAttribute("beta", 0.5F);
    mapFloats(c, [=](auto v) {
        return std::clamp(static_cast<decltype(v)>(alpha) * v + static_cast<decltype(v)>(beta),
                          decltype(v){0}, decltype(v){1});
    });
}

void hardSwishKernel(KernelContext& c) {
    mapFloats(c, [](auto v) {
        return v * std::clamp(v / 6 + decltype(v)(0.5), decltype(v){0}, decltype(v){1});
    });
}

void geluKernel(KernelContext& c) {
    if (c.node().stringAttribute("approximate", "none") == "tanh")
        mapFloats(c, [](auto v) {
            return 0.5 * v *
                   (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (v + 0.044715 * v * v * v)));
        });
    else
        mapFloats(c, [](auto v) { return 0.5 * v * (1 + std::erf(v / std::numbers::sqrt2)); });
}

void notKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, DataType::boolean, x.dims);
    mapElements(x.as<std::uint8_t>(), y.as<std::uint8_t>(), x.count(),
                [](std::uint8_t v) { return v == 0; });
}

void identityKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    if (x.isTensor())
        context.forward(0, x, x.dims);
    else
        placeOf(context, 0) = RuntimeValue(x);
}

void clipKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forNumericType(x.type, [&]<class T>() {
        const T low = clipBound<T>(context, 1, "min", std::numeric_limits<T>::lowest());
        const T high = clipBound<T>(context, 2, "max", std::numeric_limits<T>::max());
        mapElements(x.as<T>(), y.as<T>(), x.count(),
                    [low, high](T v) { return std::min(std::max(v, low), high); });
    });
}

} // namespace partita::cpu
