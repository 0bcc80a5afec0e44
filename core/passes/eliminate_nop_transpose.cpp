#include "core/passes/passes.h"

namespace partita {

/// Removes a Transpose that leaves every axis where it is.
///
/// Before:   Y = Transpose<perm = 0, 1, 2 …>(X)
/// After:    X
/// Source:   ONNX Transpose-1 … 25
bool eliminateNopTranspose(Rewriter& rewriter, const Node& node) {
    if (!node.is("Transpose"))
        return false;
    const auto order = rewriter.permutation(node);
    if (!order)
        return false;
    for (std::size_t i = 0; i < order->size(); ++i)
        if ((*order)[i] != static_cast<std::int64_t>(i))
            return false;
    return rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
