#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Recognises operators that exporters write out, whatever the opset, and makes each one node again:
/// Gelu, HardSwish and LayerNormalization as the passes do (core/rewrite/operator_patterns.h), and
/// Swish, x · Sigmoid(x).
///
/// Declines where a value in between is wanted elsewhere, or is not float32.
void recognizeOperators(FusionGraph& graph);

/// Puts Softmax(scale · Q × K + mask) × V into one node of Partita's own, `BlockedAttention`; to be
/// called before MatMul nodes get epilogues. Declines where the scores are wanted elsewhere.
void recognizeAttention(FusionGraph& graph);

} // namespace partita::cpu
