#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Reduces the axes of X itself, where the order of those that stay is the one of X.
///
/// Before:   Y = Reduce*<keepdims = 0>(Transpose<perm>(X), axes)
/// After:    Y = Reduce*<keepdims = 0>(X, perm[axes])
/// Declines: the axes that stay change their order; axes are left out or not constant; the transposed
///           tensor is used elsewhere or is a graph output
/// Source:   ONNX Reduce*-1 … 20, Transpose-1 … 25
bool fuseTransposeIntoReduce(Rewriter& rewriter, const Node& node) {
    if (!node.isOnnx() || !node.opType.str().starts_with("Reduce") || keepsReducedAxes(node))
        return false;
    const Node* found = rewriter.soleProducer(node.inputs[0], node, "Transpose");
    const auto order = found ? rewriter.permutation(*found) : std::nullopt;
    const auto axes = order ? axesFromFirst(rewriter.axes(node, 1), order->size()) : std::nullopt;
    if (!axes || axes->empty())
        return false;
    std::vector<std::int64_t> reduced, stay;
    for (std::size_t i = 0; i < order->size(); ++i)
        (std::ranges::find(*axes, static_cast<std::int64_t>(i)) != axes->end() ? reduced : stay)
            .push_back((*order)[i]);
    if (!std::ranges::is_sorted(stay))
        return false;
    std::ranges::sort(reduced);
    const Node transpose = *found;
    rewriter.setInput(node.id, 0, transpose.inputs[0]);
    rewriter.setAxes(node.id, 1, reduced);
    rewriter.absorb(node.id, transpose);
    rewriter.remove(transpose.id);
    return true;
}

} // namespace partita
