#include "core/passes/passes.h"

namespace partita {

/// Removes a Flatten that leaves a matrix as it is.
///
/// Before:   Y = Flatten<axis = 1>(X)    X of rank 2; axis = 0 where its first size is 1, axis = 2
///           where its second one is
/// After:    X
/// Declines: the rank of X is not known
/// Source:   ONNX Flatten-1 … 25
bool eliminateNopFlatten(Rewriter& rewriter, const Node& node) {
    if (!node.is("Flatten") || rewriter.rank(node.inputs[0]) != 2)
        return false;
    const auto axis = axisOrEndOf(node.intAttribute("axis", 1), 2);
    if (!axis)
        return false;
    if (*axis != 1) { // [1, a · b] or [a · b, 1]
        const Shape* shape = rewriter.shape(node.inputs[0]);
        if (!shape || (*shape)[*axis == 0 ? 0 : 1].value != 1)
            return false;
    }
    return rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
