#include "core/passes/passes.h"

namespace partita {

/// Removes a Flatten that leaves a matrix as it is.
///
/// Before:   Y = Flatten<axis = 1>(X)    X of rank 2
/// After:    X
/// Declines: the rank of X is not known
/// Source:   ONNX Flatten-1 … 25
bool eliminateNopFlatten(Rewriter& rewriter, const Node& node) {
    if (!node.is("Flatten") || rewriter.rank(node.inputs[0]) != 2)
        return false;
    const std::int64_t axis = node.intAttribute("axis", 1);
    return (axis == 1 || axis == -1) && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
