#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Turns nodes between DequantizeLinear and QuantizeLinear into operators on the codes:
/// - Conv, MatMul and Gemm with constant weights multiply integers, with bias, Relu and Clip;
/// - MatMul of two quantized values multiplies integers as well;
/// - operators that only move elements move codes, where scale and zero point stay the same.
/// A DequantizeLinear whose result other nodes still read stays.
void recognizeQuantized(FusionGraph& graph);

} // namespace partita::cpu
