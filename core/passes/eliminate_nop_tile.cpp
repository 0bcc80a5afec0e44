#include <algorithm>

#include "core/passes/passes.h"

namespace partita {

/// Removes a Tile that repeats nothing.
///
/// Before:   Y = Tile(X, r)    r constant, 1 for each axis of X
/// After:    X
/// Declines: the rank of X is not known; r has another number of elements, which every run refuses
/// Source:   ONNX Tile-6 … 13
bool eliminateNopTile(Rewriter& rewriter, const Node& node) {
    if (!node.is("Tile") || node.inputs.size() != 2)
        return false;
    const auto repeats = rewriter.ints(node.inputs[1]);
    const auto rank = rewriter.rank(node.inputs[0]);
    if (!repeats || !rank || repeats->size() != *rank ||
        !std::ranges::all_of(*repeats, [](std::int64_t each) { return each == 1; }))
        return false;
    return rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
