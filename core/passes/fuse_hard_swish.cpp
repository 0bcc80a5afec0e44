#include "core/passes/passes.h"
#include "core/rewrite/fusion_match.h"

namespace partita {

/// Replaces HardSwish in single steps by HardSwish, an operator since opset 14.
///
/// Before:   Y = X · HardSigmoid<alpha = 1/6, beta = 0.5>(X),  or  X · Clip(X + 3, 0, 6) / 6
/// After:    Y = HardSwish(X)
/// Declines: the opset is below 14
/// Source:   ONNX HardSwish-14, HardSigmoid-6, Clip-11 … 13
bool fuseHardSwish(Rewriter& rewriter, const Node& node) {
    auto found = rewriter.opset() >= 14 ? matchHardSwish(rewriter, node) : std::nullopt;
    if (!found)
        return false;
    replaceBy(rewriter, node, *std::move(found));
    return true;
}

} // namespace partita
