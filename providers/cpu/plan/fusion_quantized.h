#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Nodes between DequantizeLinear and QuantizeLinear become operators on the codes:
/// - Conv, MatMul and Gemm with constant weights multiply integers, with bias, Relu and Clip; so
///   does MatMul of two quantized values;
/// - what only moves elements moves codes where scale and zero point stay the same.
/// A DequantizeLinear whose result is still read by others stays for them.
void recognizeQuantized(FusionGraph& graph);

} // namespace partita::cpu
