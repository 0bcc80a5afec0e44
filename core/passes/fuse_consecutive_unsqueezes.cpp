#include "core/passes/passes.h"

namespace partita {

/// Merges two Unsqueezes.
///
/// Before:   Y = Unsqueeze(Unsqueeze(X, a), b)
/// After:    Y = Unsqueeze(X, a and b, counted in Y)
/// Declines: axes are not constant, or counted from the end with the rank unknown
/// Source:   ONNX Unsqueeze-1 … 25 (axes are an input since version 13)
bool fuseConsecutiveUnsqueezes(Rewriter& rewriter, const Node& node) {
    if (!node.is("Unsqueeze"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Unsqueeze"))
        return false;
    const auto given = rewriter.axes(*inner, 1), outer = rewriter.axes(node, 1);
    auto rank = rewriter.rank(inner->inputs[0]);
    if (!given || !outer)
        return false;
    if (rank)
        *rank += given->size();
    const auto first = axesFromFirst(given, rank);
    if (rank)
        *rank += outer->size();
    const auto second = axesFromFirst(outer, rank);
    if (!first || !second)
        return false;
    const Node merged = *inner;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.setAxes(node.id, 1, axesAmong(*second, *first));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
