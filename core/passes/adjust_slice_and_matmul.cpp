#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Applies a Slice to a product of constants instead of to its first factor, so that the product can
/// be computed in advance.
///
/// Before:   Y = MatMul(Slice(X), B)    X, B constant, along constant axes that the product keeps
/// After:    Y = Slice(MatMul(X, B))
/// Declines: X or B is not constant: the product would be larger than it has to be; the last axis is
///           sliced; B is not a matrix; the slice is read by others
/// Source:   ONNX MatMul-1 … 13, Slice-10 … 13
bool adjustSliceAndMatmul(Rewriter& rewriter, const Node& node) {
    if (!node.is("MatMul") || rewriter.opset() < 10)
        return false;
    const Node* slice = rewriter.soleProducer(node.inputs[0], node, "Slice");
    const auto rank = slice ? rewriter.rank(slice->inputs[0]) : std::nullopt;
    if (!rank || *rank < 2 || rewriter.rank(node.inputs[1]) != 2)
        return false;
    const ValueId given = Rewriter::input(*slice, 3);
    const auto axes =
        given ? rewriter.ints(given) : std::nullopt; // without them, the last axis may
                                                     // be among those of the slice
    if (!axes || axes->empty() || std::ranges::any_of(*axes, [&](std::int64_t each) {
            const auto axis = axisOf(each, *rank);
            return !axis || *axis + 1 == *rank;
        }))
        return false;
    if (!rewriter.isConstant(slice->inputs[0]) || !rewriter.isConstant(node.inputs[1])) {
        rewriter.note(node.id, PARTITA_TEXT("the product of all would be larger than that of the "
                                            "part that is sliced"));
        return false;
    }
    const Node moved = *slice;
    // The two nodes change places and keep their ids and attributes.
    rewriter.editor().changeNode(node.id, [&](Node& product) {
        product.inputs[0] = moved.inputs[0];
        product.outputs[0] = moved.outputs[0];
    });
    rewriter.editor().changeNode(moved.id, [&](Node& last) {
        last.inputs[0] = moved.outputs[0];
        last.outputs[0] = node.outputs[0];
    });
    rewriter.editor().changeValue(moved.outputs[0], [](Value& value) { value.type = nullptr; });
    return true;
}

} // namespace partita
