#include "core/passes/passes.h"

namespace partita {

/// Removes a Squeeze and an Unsqueeze that undo each other.
///
/// Before:   Y = Unsqueeze(Squeeze(X, a), a)  or  Squeeze(Unsqueeze(X, a), a)
/// After:    X
/// Declines: the axes differ, are left out, or are not constant
/// Source:   ONNX Squeeze-1 … 25, Unsqueeze-1 … 25
bool fuseConsecutiveSqueezeUnsqueeze(Rewriter& rewriter, const Node& node) {
    const bool outerSqueezes = node.is("Squeeze");
    if (!outerSqueezes && !node.is("Unsqueeze"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is(outerSqueezes ? "Unsqueeze" : "Squeeze"))
        return false;
    auto rank = rewriter.rank(inner->inputs[0]);
    const auto first = rewriter.axes(*inner, 1), second = rewriter.axes(node, 1);
    if (!first || !second || first->empty())
        return false;
    if (rank && outerSqueezes) // both lists count in the tensor with the axes
        *rank += first->size();
    const auto a = axesFromFirst(first, rank), b = axesFromFirst(second, rank);
    return a && b && *a == *b && rewriter.bypass(node, inner->inputs[0]);
}

} // namespace partita
