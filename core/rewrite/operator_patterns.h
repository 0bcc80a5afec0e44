#pragma once

#include "core/rewrite/pattern_graph.h"

namespace partita {

/// One operator that several nodes write out.
struct WrittenOut {
    std::string_view op;
    int since = 0; ///< the version of the operator that this is
    std::vector<ValueId> inputs;
    Attributes attributes;
    std::vector<NodeId> nodes; ///< the root among them; each after those that read it
};

/// Each asks whether `root`, whose output 0 the operator would make, ends such a pattern. Some of
/// the nodes above it may have other readers.

/// 0.5 · X · (1 + Erf(X / √2)), or with Tanh(√(2/π) (X + 0.044715 X³))
std::optional<WrittenOut> matchGelu(const PatternGraph& graph, const Node& root);
/// X · HardSigmoid<alpha = 1/6, beta = 0.5>(X), or X · Clip(X + 3, 0, 6) / 6
std::optional<WrittenOut> matchHardSwish(const PatternGraph& graph, const Node& root);
/// (X − mean X) / √(mean (X − mean X)² + ε) · scale + bias over the last axis, as long as both
std::optional<WrittenOut> matchLayerNormalization(const PatternGraph& graph, const Node& root);

/// What a Softmax is applied to in attention: Q · Kᵀ · scale + mask.
struct AttentionScores {
    const Node* product = nullptr; ///< Q · Kᵀ
    double scale = 1;
    ValueId mask;              ///< none: nothing is added
    ValueId unmasked;          ///< what the mask is added to
    std::vector<NodeId> nodes; ///< from the last to the product, read by nobody else
};
std::optional<AttentionScores> matchAttentionScores(const PatternGraph& graph, ValueId scores);

} // namespace partita
