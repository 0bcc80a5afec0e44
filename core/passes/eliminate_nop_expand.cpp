#include "core/passes/passes.h"

namespace partita {

/// Removes an Expand that does not change the shape.
///
/// Before:   Y = Expand(X, s)    s constant; each size in it is 1 or that of X
/// After:    X
/// Declines: s has more dimensions than X
/// Source:   ONNX Expand-8 … 13
bool eliminateNopExpand(Rewriter& rewriter, const Node& node) {
    if (!node.is("Expand"))
        return false;
    const auto target = rewriter.ints(node.inputs[1]);
    const auto rank = rewriter.rank(node.inputs[0]);
    if (!target || !rank || target->size() > *rank)
        return false;
    const Shape* shape = rewriter.shape(node.inputs[0]);
    for (std::size_t i = 1; i <= target->size(); ++i) {
        const std::int64_t wanted = (*target)[target->size() - i];
        if (wanted != 1 && (!shape || (*shape)[shape->size() - i].value != wanted))
            return false;
    }
    return rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
