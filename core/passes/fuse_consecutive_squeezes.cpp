#include "core/passes/passes.h"

namespace partita {

/// Merges two Squeezes.
///
/// Before:   Y = Squeeze(Squeeze(X, a), b)
/// After:    Y = Squeeze(X, a and b, counted in X)
/// Declines: axes are left out, or not constant, or counted from the end with the rank unknown
/// Source:   ONNX Squeeze-1 … 25 (axes are an input since version 13)
bool fuseConsecutiveSqueezes(Rewriter& rewriter, const Node& node) {
    if (!node.is("Squeeze"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Squeeze"))
        return false;
    const auto rank = rewriter.rank(inner->inputs[0]);
    const auto first = axesFromFirst(rewriter.axes(*inner, 1), rank);
    if (!first || first->empty())
        return false;
    const auto middle = rank ? std::optional(*rank - first->size()) : std::nullopt;
    const auto second = axesFromFirst(rewriter.axes(node, 1), middle);
    if (!second || second->empty())
        return false;
    const Node merged = *inner;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.setAxes(node.id, 1, axesAmong(*first, *second));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
