#include "core/passes/passes.h"

namespace partita {

/// Moves the constant of an Add to the second place.
///
/// Before:   Y = Add(c, X)    c constant
/// After:    Y = Add(X, c)
/// Declines: both are constant
/// Source:   ONNX Add-7 … 14
bool adjustAdd(Rewriter& rewriter, const Node& node) {
    if (!node.is("Add") || rewriter.opset() < 7 || !rewriter.isConstant(node.inputs[0]) ||
        rewriter.isConstant(node.inputs[1]))
        return false;
    rewriter.editor().changeNode(
        node.id, [](Node& changed) { std::swap(changed.inputs[0], changed.inputs[1]); });
    return true;
}

} // namespace partita
