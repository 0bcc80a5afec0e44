#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Puts nodes together that one kernel computes in one go; the model is not changed. What happens:
/// - quantized nodes work on codes (`recognizeQuantized`);
/// - operators written out are recognised: Gelu, LayerNormalization, Swish, HardSwish;
/// - Conv takes the BatchNormalization after it into its weights, and Conv, MatMul and Gemm take
///   bias, residual sum, scale and activation after them as an epilogue;
/// - attention (two products with a Softmax between them) becomes one node that works by blocks;
/// - element-wise nodes that only feed each other become one loop.
/// A value that is read elsewhere, returned by a graph or wanted by another partition is never
/// swallowed. `constants` must outlive the plan. `fuse` false: one kernel for each node.
FusionGraph planFusion(const Model& model, const Partition& partition, const OpVersions& versions,
                       ConstantValues& constants, bool fuse);

} // namespace partita::cpu
