#pragma once

#include "providers/cpu/kernel.h"

namespace partita::cpu {

/// y[i] = f(x[i]) for the floating types.
template <class F> void mapFloats(KernelContext& context, F&& f) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    const std::int64_t count = x.count();
    const auto apply = [&]<class T>() {
        const T* in = x.as<T>();
        T* out = y.as<T>();
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = static_cast<T>(f(in[i]));
    };
    if (x.type == DataType::float32)
        apply.template operator()<float>();
    else if (x.type == DataType::float64)
        apply.template operator()<double>();
    else
        throw KernelFailure("floats were expected");
}

} // namespace partita::cpu
