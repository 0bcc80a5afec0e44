#pragma once

#include <vector>

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// Weights and bias with a following BatchNormalization folded in:
/// W' = W · s, b' = (b - mean) · s + B with s = scale / √(var + ε) for each output channel. Weights that
/// are not changed may lie at any address, as a file has them.
struct FoldedWeights {
    const float* weights = nullptr;
    std::vector<float> ownWeights, ownBias;
};

/// Of the weights `w` and the bias `b`, which is null where there is none.
FoldedWeights foldWeights(const KernelContext& context, const RuntimeValue& w,
                          const RuntimeValue* b, const Epilogue& epilogue);

} // namespace partita::cpu
