#include "core/passes/passes.h"
#include "core/rewrite/fusion_match.h"

namespace partita {

/// Replaces Gelu in single steps by Gelu, an operator since opset 20.
///
/// Before:   Y = 0.5 · X · (1 + Erf(X / √2)),  or with Tanh(√(2/π) (X + 0.044715 X³))
/// After:    Y = Gelu(X),  or Gelu<approximate = "tanh">(X)
/// Declines: the opset is below 20
/// Source:   ONNX Gelu-20
bool fuseGelu(Rewriter& rewriter, const Node& node) {
    auto found = rewriter.opset() >= 20 ? matchGelu(rewriter, node) : std::nullopt;
    if (!found)
        return false;
    replaceBy(rewriter, node, *std::move(found));
    return true;
}

} // namespace partita
