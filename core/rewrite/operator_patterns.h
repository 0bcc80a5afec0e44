#pragma once

#include "core/rewrite/pattern_graph.h"

namespace partita {

/// One operator that a model writes as several nodes.
struct WrittenOut {
    std::string_view op;
    int since = 0; ///< the operator version with these semantics
    std::vector<ValueId> inputs;
    Attributes attributes;
    std::vector<NodeId> nodes; ///< the root included; consumers come first
};

/// Each function matches the pattern that ends at `root`, whose output 0 the operator would make.
/// Other nodes may read intermediate results of the pattern.

/// 0.5 · X · (1 + Erf(X / √2)), or with Tanh(√(2/π) (X + 0.044715 X³))
std::optional<WrittenOut> matchGelu(const PatternGraph& graph, const Node& root);
/// X · HardSigmoid<alpha = 1/6, beta = 0.5>(X), or X · Clip(X + 3, 0, 6) / 6
std::optional<WrittenOut> matchHardSwish(const PatternGraph& graph, const Node& root);
/// (X − mean X) / √(mean (X − mean X)² + ε) · scale + bias over the last axis; scale and bias are
/// 1-D and as long as that axis
std::optional<WrittenOut> matchLayerNormalization(const PatternGraph& graph, const Node& root);
/// X / √(mean X² + ε) · scale over the last axis; scale is 1-D and as long as that axis. The quotient
/// may be computed in float32 between two Casts, as the operator does for halves.
std::optional<WrittenOut> matchRmsNormalization(const PatternGraph& graph, const Node& root);

/// The input of the Softmax in attention: Q · Kᵀ · scale + mask.
struct AttentionScores {
    const Node* product = nullptr; ///< Q · Kᵀ
    double scale = 1;
    ValueId mask;              ///< none: no mask
    ValueId unmasked;          ///< the scores before the mask is added
    std::vector<NodeId> nodes; ///< from the last one to the product; each result is read once
};
/// Matches the nodes that compute `scores`.
std::optional<AttentionScores> matchAttentionScores(const PatternGraph& graph, ValueId scores);
/// An operand of the product before a Mul or Div by a number, which goes into `scores`, if nothing
/// else reads the scaled one; otherwise the operand itself.
ValueId beforeScale(const PatternGraph& graph, ValueId operand, AttentionScores& scores);

} // namespace partita
