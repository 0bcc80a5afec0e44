#pragma once

#include "providers/cpu/kernels/broadcast.h"

namespace partita::cpu {

/// Calls `work<T>()` with the C++ type of a floating type.
template <class F> void forFloatType(DataType type, F&& work) {
    if (type == DataType::float32)
        work.template operator()<float>();
    else if (type == DataType::float64)
        work.template operator()<double>();
    else
        throw NodeFailure("floats were expected");
}

/// y[i] = f(x[i]) for the floating types; f must not throw.
template <class F> void mapFloats(KernelContext& context, F&& f) {
    const RuntimeValue& x = context.input(0);
    RuntimeValue& y = context.output(0, x.type, x.dims);
    forFloatType(x.type, [&]<class T>() { mapElements(x.as<T>(), y.as<T>(), x.count(), f); });
}

} // namespace partita::cpu
