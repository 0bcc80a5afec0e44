#include "core/passes/passes.h"
#include "core/rewrite/fusion_match.h"

namespace partita {

/// Replaces RMS normalization in single steps by RMSNormalization, an operator since opset 23.
///
/// Before:   Y = X · 1 / √(mean X² + ε) · scale    over the last axis
/// After:    Y = RMSNormalization<axis = −1, epsilon = ε>(X, scale)
/// Shapes:   scale [last size of X]; of halves, X is cast to float32, and what is scaled is cast back
/// Declines: the opset is below 23; scale has another shape, or is not of the type of X
/// Source:   ONNX RMSNormalization-23
bool fuseRmsNormalization(Rewriter& rewriter, const Node& node) {
    auto found = rewriter.opset() >= 23 ? matchRmsNormalization(rewriter, node) : std::nullopt;
    if (!found)
        return false;
    replaceBy(rewriter, node, *std::move(found));
    return true;
}

} // namespace partita
