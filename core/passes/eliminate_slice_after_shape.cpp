#include "core/passes/passes.h"

namespace partita {

/// Replaces several sizes of a tensor by a constant where they are known.
///
/// Before:   Y = Slice(Shape(X), starts, ends, steps)    constants, those sizes of X known
/// After:    Y = a constant
/// Declines: a selected size is not known
/// Source:   ONNX Shape-1 … 25, Slice-1 … 13
bool eliminateSliceAfterShape(Rewriter& rewriter, const Node& node) {
    if (!node.is("Slice"))
        return false;
    const Node* made = rewriter.producer(node.inputs[0]);
    const auto sizes = made && made->is("Shape") ? rewriter.shapeRange(*made) : std::nullopt;
    const auto slice = sizes ? rewriter.slice(node) : std::nullopt;
    if (!slice || slice->size() > 1 || (slice->size() == 1 && axisOf(slice->front().axis, 1) != 0))
        return false;
    const auto count = static_cast<std::int64_t>(sizes->size());
    std::vector<std::int64_t> found;
    const auto [begin, end, step] =
        slice->empty() ? SliceRange{0, count, 1} : slice->front().range(count);
    std::int64_t at = begin;
    while (step > 0 ? at < end : at > end) {
        const auto& size = (*sizes)[static_cast<std::size_t>(at)].value;
        if (!size)
            return false;
        found.push_back(*size);
        if (step > 0 ? step >= end - at : step <= end - at)
            break; // the next position is outside, and the sum could overflow
        at += step;
    }
    return rewriter.replaceByConstant(node, Tensor::int64s(found));
}

} // namespace partita
