#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Removes a Transpose before a Reshape where only axes of size 1 move.
///
/// Before:   Y = Reshape(Transpose(X), s)    s constant without copied sizes; the axes of X that
///           are longer than 1 keep their order
/// After:    Y = Reshape(X, s)
/// Declines: the size of an axis that moves is not known
/// Source:   ONNX Reshape-5 … 25, Transpose-1 … 25
bool fuseTransposeIntoReshape(Rewriter& rewriter, const Node& node) {
    if (!node.is("Reshape") || rewriter.opset() < 5)
        return false;
    const Node* found = rewriter.producer(node.inputs[0]);
    if (!found || !found->is("Transpose"))
        return false;
    const auto order = rewriter.permutation(*found);
    const Shape* shape = rewriter.shape(found->inputs[0]);
    const auto target = rewriter.ints(Rewriter::input(node, 1));
    if (!order || !shape || !target || shape->size() != order->size() ||
        (node.intAttribute("allowzero", 0) == 0 && std::ranges::find(*target, 0) != target->end()))
        return false;
    std::int64_t last = -1;
    for (const std::int64_t axis : *order) {
        if ((*shape)[static_cast<std::size_t>(axis)].value == 1)
            continue;
        if (axis < last)
            return false;
        last = axis;
    }
    const Node merged = *found;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
