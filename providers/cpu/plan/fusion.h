#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Groups nodes that one kernel computes together; the model does not change:
/// - quantized nodes work on codes (`recognizeQuantized`);
/// - written-out operators are recognised: Gelu, LayerNormalization, Swish, HardSwish;
/// - a BatchNormalization after a Conv goes into its weights; bias, residual sum, scale and
///   activation after a Conv, MatMul or Gemm become its epilogue, and a depthwise Conv that of the
///   Conv of single pixels before it, with a MaxPool of 2 × 2 behind both; such pairs that read the
///   same image are one (`joinPairs`);
/// - attention (two products with a Softmax between them) becomes one node that computes in blocks;
/// - element-wise nodes that only feed each other become one loop.
/// A value that other nodes read, a graph returns or another partition wants is never fused away.
/// `constants` must outlive the plan. Without `fuse` each node has its own kernel. Wide halves are
/// fused like float32.
FusionGraph planFusion(const Model& model, const Partition& partition, const OpVersions& versions,
                       ConstantValues& constants, bool fuse, Halves halves);

} // namespace partita::cpu
