#include "core/passes/passes.h"

namespace partita {

/// Replaces the shape of a tensor by a constant where it is known.
///
/// Before:   Y = Shape(X)    all sizes of X known
/// After:    Y = a constant
/// Source:   ONNX Shape-1 … 25 (start and end since version 15)
bool eliminateShapeOp(Rewriter& rewriter, const Node& node) {
    if (!node.is("Shape"))
        return false;
    const auto sizes = rewriter.shapeRange(node);
    const auto known = sizes ? staticDims(*sizes) : std::nullopt;
    return known && rewriter.replaceByConstant(node, Tensor::int64s(*known));
}

} // namespace partita
