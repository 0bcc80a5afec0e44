#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Recognises operators that exporters write out, at any opset, and makes each of them one node:
/// Gelu, HardSwish, LayerNormalization and RMSNormalization by the matchers of the passes
/// (core/rewrite/operator_patterns.h), and Swish, x · Sigmoid(x).
///
/// Declines where a value in between is read elsewhere, or the result is not float32.
void recognizeOperators(FusionGraph& graph);

/// Makes x · cos + rotated x · sin one node `RotaryHalves` of the domain `partita`, where the halves
/// of the last axis are exchanged and the second one is negated.
void recognizeRotary(FusionGraph& graph);

/// Makes Softmax(scale · Q × K + mask) × V one node `BlockedAttention` of the domain `partita`.
/// Must be called before MatMul nodes get epilogues. Declines where the scores are read elsewhere.
void recognizeAttention(FusionGraph& graph);

} // namespace partita::cpu
