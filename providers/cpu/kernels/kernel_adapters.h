#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// How a kernel runs on an element type that its row of kernels.def does not name.
enum class Adapter {
    none,
    widen,   ///< float16 and bfloat16 are computed in float32
    unpack,  ///< types of less than 8 bits are moved as one byte for each element
    handles, ///< strings and complex numbers are moved as uint64 handles
    parts    ///< complex numbers: one run on the real parts, one on the imaginary parts
};

/// Wraps a kernel so that its inputs are converted before it runs and its outputs after it.
/// `narrow`: the element type in the model. `outputs`: the declared type of each output: one half may
/// stand beside the other; outputs of an unknown type get `narrow`.
std::unique_ptr<Kernel> adapt(std::unique_ptr<Kernel> kernel, Adapter adapter, DataType narrow,
                              const std::vector<DataType>& outputs);

/// Whether float32 holds all numbers of a type of bool or integers exactly.
bool isExactInFloats(DataType type);

/// Cast to float32, whatever type the node names.
std::unique_ptr<Kernel> makeCastToFloats();

/// Wraps a kernel so that it gets the halves that the model declares, where the program holds them
/// as float32. `inputs`, `outputs`: the declared types.
std::unique_ptr<Kernel> withStoredHalves(std::unique_ptr<Kernel> kernel,
                                         std::vector<DataType> inputs,
                                         std::vector<DataType> outputs);

} // namespace partita::cpu
