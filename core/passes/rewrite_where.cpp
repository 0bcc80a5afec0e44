#include "core/passes/passes.h"

namespace partita {

/// Swaps the choices of a Where instead of negating its condition.
///
/// Before:   Y = Where(Not(b), x, y)
/// After:    Y = Where(b, y, x)
/// Source:   ONNX Where-9 … 16, Not-1
bool rewriteWhere(Rewriter& rewriter, const Node& node) {
    if (!node.is("Where"))
        return false;
    const Node* negation = rewriter.producer(node.inputs[0]);
    if (!negation || !negation->is("Not"))
        return false;
    const Node merged = *negation;
    rewriter.editor().changeNode(node.id, [&](Node& changed) {
        changed.inputs[0] = merged.inputs[0];
        std::swap(changed.inputs[1], changed.inputs[2]);
    });
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
