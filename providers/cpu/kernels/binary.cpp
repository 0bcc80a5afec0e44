#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

namespace {

/// out = f(a, b) with broadcasting. The usual shapes (equal, one scalar, b repeated over the
/// leading axes) run in plain loops that the compiler vectorises.
template <class T, class R, class F>
void broadcastLoop(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& out, F&& f) {
    const T *x = a.as<T>(), *y = b.as<T>();
    R* z = out.as<R>();
    const std::int64_t count = out.count(), inner = b.count();
    if (a.count() == count && inner == count) {
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(x[i], y[i]));
    } else if (a.count() == count && inner == 1) {
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(x[i], y[0]));
    } else if (a.count() == 1 && inner == count) {
        for (std::int64_t i = 0; i < count; ++i)
            z[i] = static_cast<R>(f(x[0], y[i]));
    } else {
        const Dims left = broadcastStrides(a.dims, out.dims),
                   right = broadcastStrides(b.dims, out.dims);
        const std::size_t rank = out.dims.size();
        const std::int64_t row = out.dims[rank - 1], stepX = left[rank - 1],
                           stepY = right[rank - 1];
        Dims outer = out.dims;
        outer[rank - 1] = 1;
        std::int64_t at = 0;
        if (row == 0)
            return;
        forEachIndex<2>(outer, {left, right}, [&](const auto& offset) {
            for (std::int64_t i = 0; i < row; ++i)
                z[at + i] = static_cast<R>(f(x[offset[0] + i * stepX], y[offset[1] + i * stepY]));
            at += row;
        });
    }
}

/// The second input as it is broadcast. Before version 7 the attribute `axis` says where its shape
/// begins in that of the first one; PRelu's slope always belonged to the channels.
RuntimeValue secondOperand(const KernelContext& context) {
    RuntimeValue b = context.input(1);
    const Dims& a = context.input(0).dims;
    if (context.version() >= 7 || b.dims.size() >= a.size() || b.count() == 1)
        return b;
    const bool slope = context.node().opType == "PRelu";
    const auto last = static_cast<std::int64_t>(a.size() - b.dims.size());
    const std::int64_t axis = slope ? 1 : context.node().intAttribute("axis", last);
    require(axis >= 0 && axis <= last, "the axis does not fit the inputs");
    b.dims.resize(a.size() - static_cast<std::size_t>(axis), 1);
    return b;
}

template <class F> void arithmetic(KernelContext& context, F&& f) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    require(a.type == b.type, "both inputs must have the same type");
    RuntimeValue& out = context.output(0, a.type, broadcastDims(a.dims, b.dims));
    forNumericType(a.type, [&]<class T>() { broadcastLoop<T, T>(a, b, out, f); });
}

template <class F> void comparison(KernelContext& context, F&& f) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    require(a.type == b.type, "both inputs must have the same type");
    RuntimeValue& out = context.output(0, DataType::boolean, broadcastDims(a.dims, b.dims));
    forNumericType(a.type, [&]<class T>() { broadcastLoop<T, bool>(a, b, out, f); });
}

template <class F> void logical(KernelContext& context, F&& f) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    require(a.type == DataType::boolean && b.type == DataType::boolean, "booleans were expected");
    RuntimeValue& out = context.output(0, DataType::boolean, broadcastDims(a.dims, b.dims));
    broadcastLoop<bool, bool>(a, b, out, f);
}

template <class T> T divide(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
        return a / b;
    else if constexpr (std::is_signed_v<T>) {
        require(b != 0, "integer division by zero");
        return b == T(-1) ? static_cast<T>(T{0} - a) : static_cast<T>(a / b);
    } else {
        require(b != 0, "integer division by zero");
        return static_cast<T>(a / b);
    }
}

/// ONNX Mod: the sign of the divisor, or of the dividend with fmod.
template <class T> T modulo(T a, T b, bool fmod) {
    if constexpr (std::is_floating_point_v<T>) {
        const T rest = std::fmod(a, b);
        return fmod || rest == 0 || (rest < 0) == (b < 0) ? rest : rest + b;
    } else if constexpr (std::is_same_v<T, bool>) {
        throw KernelFailure("numbers were expected");
    } else {
        require(b != 0, "integer division by zero");
        if constexpr (std::is_signed_v<T>)
            if (b == T(-1))
                return 0;
        const T rest = static_cast<T>(a % b);
        return fmod || rest == 0 || (rest < 0) == (b < 0) ? rest : static_cast<T>(rest + b);
    }
}

template <class T, class E>
void powLoop(const RuntimeValue& a, const RuntimeValue& b, RuntimeValue& out) {
    const Dims left = broadcastStrides(a.dims, out.dims),
               right = broadcastStrides(b.dims, out.dims);
    const T* x = a.as<T>();
    const E* y = b.as<E>();
    T* z = out.as<T>();
    if (b.count() == 1 && static_cast<double>(y[0]) == 2.0) {
        for (std::int64_t i = 0, n = a.count(); i < n; ++i)
            z[i] = static_cast<T>(x[i] * x[i]);
        return;
    }
    std::int64_t i = 0;
    forEachIndex<2>(out.dims, {left, right}, [&](const auto& at) {
        z[i++] =
            static_cast<T>(std::pow(static_cast<double>(x[at[0]]), static_cast<double>(y[at[1]])));
    });
}

/// Min, Max, Sum, Mean: any number of inputs of one type.
template <class F> void fold(KernelContext& context, F&& f) {
    const DataType type = context.input(0).type;
    Dims shape = context.input(0).dims;
    for (std::size_t i = 1; i < context.inputCount(); ++i) {
        require(context.input(i).type == type, "all inputs must have the same type");
        shape = broadcastDims(shape, context.input(i).dims);
    }
    RuntimeValue out = RuntimeValue::allocate(type, shape);
    forNumericType(type, [&]<class T>() {
        for (std::size_t n = 0; n < context.inputCount(); ++n) {
            const RuntimeValue& x = context.input(n);
            std::int64_t i = 0;
            forEachIndex<1>(shape, {broadcastStrides(x.dims, shape)}, [&](const auto& at) {
                const T value = x.as<T>()[at[0]];
                out.as<T>()[i] = n == 0 ? value : static_cast<T>(f(out.as<T>()[i], value));
                ++i;
            });
        }
    });
    context.environment().at(context.node().outputs[0]) = std::move(out);
}

} // namespace

void addKernel(KernelContext& c) {
    arithmetic(c, [](auto a, auto b) { return a + b; });
}
void subKernel(KernelContext& c) {
    arithmetic(c, [](auto a, auto b) { return a - b; });
}
void mulKernel(KernelContext& c) {
    arithmetic(c, [](auto a, auto b) { return a * b; });
}
void divKernel(KernelContext& c) {
    arithmetic(c, [](auto a, auto b) { return divide(a, b); });
}
void modKernel(KernelContext& c) {
    const bool fmod = c.node().intAttribute("fmod", 0) != 0;
    arithmetic(c, [fmod](auto a, auto b) { return modulo(a, b, fmod); });
}
void preluKernel(KernelContext& c) {
    arithmetic(
        c, [](auto a, auto b) { return a < decltype(a){0} ? static_cast<decltype(a)>(a * b) : a; });
}
void minKernel(KernelContext& c) {
    fold(c, [](auto a, auto b) { return std::min(a, b); });
}
void maxKernel(KernelContext& c) {
    fold(c, [](auto a, auto b) { return std::max(a, b); });
}
void sumKernel(KernelContext& c) {
    fold(c, [](auto a, auto b) { return a + b; });
}
void meanKernel(KernelContext& c) {
    fold(c, [](auto a, auto b) { return a + b; });
    RuntimeValue& sum = c.environment().at(c.node().outputs[0]);
    const auto inputs = static_cast<double>(c.inputCount());
    forNumericType(sum.type, [&]<class T>() {
        for (std::int64_t i = 0, n = sum.count(); i < n; ++i)
            sum.as<T>()[i] = static_cast<T>(static_cast<double>(sum.as<T>()[i]) / inputs);
    });
}
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
void greaterKernel(KernelContext& c) {
    comparison(c, [](auto a, auto b) { return a > b; });
}
void greaterOrEqualKernel(KernelContext& c) {
    comparison(c, [](auto a, auto b) { return a >= b; });
}
void lessKernel(KernelContext& c) {
    comparison(c, [](auto a, auto b) { return a < b; });
}
void lessOrEqualKernel(KernelContext& c) {
    comparison(c, [](auto a, auto b) { return a <= b; });
}
void andKernel(KernelContext& c) {
    logical(c, [](bool a, bool b) { return a && b; });
}
void orKernel(KernelContext& c) {
    logical(c, [](bool a, bool b) { return a || b; });
}
void xorKernel(KernelContext& c) {
    logical(c, [](bool a, bool b) { return a != b; });
}

void powKernel(KernelContext& context) {
    const RuntimeValue& a = context.input(0);
    const RuntimeValue b = secondOperand(context);
    RuntimeValue& out = context.output(0, a.type, broadcastDims(a.dims, b.dims));
    forNumericType(a.type, [&]<class T>() {
        forNumericType(b.type, [&]<class E>() { powLoop<T, E>(a, b, out); });
    });
}

void whereKernel(KernelContext& context) {
    const RuntimeValue &condition = context.input(0), &a = context.input(1), &b = context.input(2);
    require(a.type == b.type, "both choices must have the same type");
    const Dims shape = broadcastDims(condition.dims, broadcastDims(a.dims, b.dims));
    RuntimeValue& out = context.output(0, a.type, shape);
    forElementSize(a.type, [&]<class T>() {
        std::int64_t i = 0;
        forEachIndex<3>(shape,
                        {broadcastStrides(condition.dims, shape), broadcastStrides(a.dims, shape),
                         broadcastStrides(b.dims, shape)},
                        [&](const auto& at) {
                            out.as<T>()[i++] =
                                condition.as<bool>()[at[0]] ? a.as<T>()[at[1]] : b.as<T>()[at[2]];
                        });
    });
}

} // namespace partita::cpu
