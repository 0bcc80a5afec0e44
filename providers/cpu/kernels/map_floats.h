#pragma once

#include "providers/cpu/kernel.h"

namespace partita::cpu {

/// Calls `work<T>()` with the C++ type of a floating type.
template <class F> void forFloatType(DataType type, F&& work) {
    if (type == DataType::float32)
        work.template operator()<float>();
    else if (type == DataType::float64)
        work.template operator()<double>();
    else
        throw KernelFailure("floats were expected");
}

/// y[i] = f(x[i]) for the floating types.
template <class F> void mapFloats(KernelContext& context, F&& f) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    const std::int64_t count = x.count();
    forFloatType(x.type, [&]<class T>() {
        const T* in = x.as<T>();
        T* out = y.as<T>();
        for (std::int64_t i = 0; i < count; ++i)
            out[i] = static_cast<T>(f(in[i]));
    });
}

} // namespace partita::cpu
