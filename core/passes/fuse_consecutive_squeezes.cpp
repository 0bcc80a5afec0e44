#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// Axes of a result of `rank` dimensions counted from its first; nothing where that is not known.
std::optional<std::vector<std::int64_t>> fromFirst(std::optional<std::vector<std::int64_t>> axes,
                                                   std::optional<std::int64_t> rank) {
    if (!axes)
        return std::nullopt;
    for (std::int64_t& axis : *axes) {
        if (axis < 0 && !rank)
            return std::nullopt;
        axis += axis < 0 ? *rank : 0;
    }
    std::ranges::sort(*axes);
    return axes;
}

} // namespace

/// Two Squeezes are one.
///
/// Before:   Y = Squeeze(Squeeze(X, a), b)
/// After:    Y = Squeeze(X, a and b, counted in X)
/// Declines: axes are left out, or not constant, or counted from the end with the rank unknown
/// Source:   ONNX Squeeze-1 … 25 (axes are an input since version 13)
bool fuseConsecutiveSqueezes(Rewriter& rewriter, const Node& node) {
    if (!node.is("Squeeze"))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is("Squeeze"))
        return false;
    const auto rank = rewriter.rank(inner->inputs[0]);
    const auto first = fromFirst(rewriter.axes(*inner, 1), rank);
    if (!first || first->empty())
        return false;
    const auto middle =
        rank ? std::optional(*rank - static_cast<std::int64_t>(first->size())) : std::nullopt;
    const auto second = fromFirst(rewriter.axes(node, 1), middle);
    if (!second || second->empty())
        return false;
    std::vector<std::int64_t> all = *first;
    for (std::int64_t axis : *second) { // in ascending order: each counts those before it
        for (const std::int64_t gone : *first)
            axis += gone <= axis;
        all.push_back(axis);
    }
    std::ranges::sort(all);
    const Node merged = *inner;
    rewriter.setInput(node.id, 0, merged.inputs[0]);
    rewriter.setAxes(node.id, 1, all);
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
