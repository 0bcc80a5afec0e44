#include "core/passes/passes.h"

namespace partita {

/// Removes a Slice that takes everything.
///
/// Before:   Y = Slice(X, 0, end of X)    along each of its axes, step 1
/// After:    X
/// Declines: a size of X is not known, and the end is below 2³¹ − 1
/// Source:   ONNX Slice-1 … 13
bool eliminateNopSlice(Rewriter& rewriter, const Node& node) {
    if (!node.is("Slice"))
        return false;
    const auto parts = rewriter.slice(node);
    const Shape* shape = rewriter.shape(node.inputs[0]);
    const auto rank = rewriter.rank(node.inputs[0]);
    if (!parts || !rank)
        return false;
    constexpr std::int64_t kBeyond = std::int64_t{1} << 31; // exporters mean "to the end"
    for (const SliceAxis& part : *parts) {
        const auto axis = axisOf(part.axis, *rank);
        if (!axis || part.step != 1)
            return false;
        const auto size = shape ? (*shape)[*axis].value : std::nullopt;
        const bool fromStart = part.start == 0 || (size && part.start <= -*size);
        if (!fromStart || !(part.end >= kBeyond - 1 || (size && part.end >= *size)))
            return false;
    }
    return rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
