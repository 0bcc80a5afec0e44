#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Turns nodes between DequantizeLinear and QuantizeLinear into operators on the codes:
/// - Conv, MatMul and Gemm with constant weights multiply integers, with bias and activations;
/// - MatMul of two quantized values multiplies integers as well;
/// - what follows on the codes of a product or QLinearConv (BatchNormalization, the sum with other
///   codes, activations), up to further codes, is done by its kernel;
/// - MatMulInteger with constant weights, scaled and quantized, is a product of that kind;
/// - operators that only move elements move codes, where scale and zero point stay the same.
/// A DequantizeLinear whose result other nodes still read stays.
void recognizeQuantized(FusionGraph& graph);

} // namespace partita::cpu
