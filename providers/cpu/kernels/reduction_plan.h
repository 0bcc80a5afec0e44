#pragma once

#include <optional>
#include <vector>

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// What a reduction does with the axes of its input.
struct Reduction {
    Dims kept, keptStrides;       ///< outer loop
    Dims reduced, reducedStrides; ///< inner loop
    Dims outDims;
    std::vector<bool> isReduced; ///< by axis of the input
};

/// Reads the axes of a reduction: an attribute, or input 1 since a version; throws where one of them is
/// out of range.
Reduction planReduction(const KernelContext& context, int axesInputSince);

/// The input as [outer, size, inner], whose middle axis is reduced.
struct ReducedBlock {
    std::int64_t outer = 1, size = 1, inner = 1;
};

/// Empty where the reduced axes are not neighbours.
std::optional<ReducedBlock> blockOf(const RuntimeValue& x, const Reduction& plan);

/// log(Σ e^x) of floats, `x` as `block`, to one number for each of outer · inner.
void logSumExp(const float* x, float* y, const ReducedBlock& block);

} // namespace partita::cpu
