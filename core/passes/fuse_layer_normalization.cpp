#include "core/passes/passes.h"
#include "core/rewrite/fusion_match.h"

namespace partita {

/// Replaces layer normalization in single steps by LayerNormalization, an operator since opset 17.
///
/// Before:   Y = (X − mean X) / √(mean (X − mean X)² + ε) · scale + bias    over the last axis
/// After:    Y = LayerNormalization<axis = −1, epsilon = ε>(X, scale, bias)
/// Shapes:   scale, bias [last size of X]
/// Declines: the opset is below 17; scale or bias have another shape
/// Source:   ONNX LayerNormalization-17
bool fuseLayerNormalization(Rewriter& rewriter, const Node& node) {
    auto found = rewriter.opset() >= 17 ? matchLayerNormalization(rewriter, node) : std::nullopt;
    if (!found)
        return false;
    replaceBy(rewriter, node, *std::move(found));
    return true;
}

} // namespace partita
