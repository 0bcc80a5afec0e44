#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// How a kernel runs on a type that it has no row for.
enum class Adapter {
    none,
    widen,   ///< float16 and bfloat16 are computed in float32
    unpack,  ///< packed types are moved as bytes
    handles, ///< strings and complex128 are moved as numbers that stand for them
    parts    ///< complex numbers: the real and the imaginary parts one after the other
};

/// The kernel with its inputs converted before it runs and its outputs after it. `outputs` has the
/// type of each; one that is not known is the type that was asked for, `narrow`.
std::unique_ptr<Kernel> adapt(std::unique_ptr<Kernel> kernel, Adapter adapter, DataType narrow,
                              const std::vector<DataType>& outputs);

} // namespace partita::cpu
