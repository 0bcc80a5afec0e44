#include "core/passes/passes.h"

namespace partita {

/// Replaces single sizes of a tensor by a constant where they are known.
///
/// Before:   Y = Gather(Shape(X), i)    i constant, those sizes of X known
/// After:    Y = a constant
/// Declines: a selected size is not known
/// Source:   ONNX Shape-1 … 25 (start and end since version 15), Gather-1 … 13
bool eliminateShapeGather(Rewriter& rewriter, const Node& node) {
    if (!node.is("Gather") || axisOf(node.intAttribute("axis", 0), 1) != 0)
        return false;
    const Node* made = rewriter.producer(node.inputs[0]);
    const auto sizes = made && made->is("Shape") ? rewriter.shapeRange(*made) : std::nullopt;
    const auto indices = sizes ? rewriter.constant(node.inputs[1]) : std::nullopt;
    const auto places = indices ? rewriter.ints(node.inputs[1]) : std::nullopt;
    if (!places)
        return false;
    std::vector<std::int64_t> found;
    for (const std::int64_t place : *places) {
        const auto axis = axisOf(place, sizes->size());
        if (!axis || !(*sizes)[*axis].value)
            return false;
        found.push_back(*(*sizes)[*axis].value);
    }
    return rewriter.replaceByConstant(node, Tensor::of(DataType::int64, indices->dims, found));
}

} // namespace partita
