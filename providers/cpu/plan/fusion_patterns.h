#pragma once

#include "providers/cpu/plan/fusion_graph.h"

namespace partita::cpu {

/// Recognises operators that exporters write out, and makes each one node again:
///
/// - Gelu:               0.5 · x · (1 + Erf(x / √2)) in any order of the factors
/// - LayerNormalization: (x - μ) / √(σ² + ε) · scale + bias over the last axis
/// - Swish:              x · Sigmoid(x)
/// - HardSwish:          x · HardSigmoid(x) with 1/6 and 1/2, x · Clip(x + 3, 0, 6) / 6
///
/// Declines where a value in between is wanted elsewhere, or is not float32.
void recognizeOperators(FusionGraph& graph);

/// Puts Softmax(scale · Q × K + mask) × V into one node of Partita's own, `BlockedAttention`; to be
/// called when MatMul nodes have their epilogues. Declines where the scores are wanted elsewhere.
void recognizeAttention(FusionGraph& graph);

} // namespace partita::cpu
