#include "core/passes/passes.h"

namespace partita {

/// Applies a Slice to the product instead of to its first factor.
///
/// Before:   Y = MatMul(Slice(X), B)    along axes that the product keeps
/// After:    Y = Slice(MatMul(X, B))
/// Declines: the last axis is sliced; B is not a matrix; the slice is read by others
/// Source:   ONNX MatMul-1 … 13, Slice-10 … 13
bool adjustSliceAndMatmul(Rewriter& rewriter, const Node& node) {
    if (!node.is("MatMul") || rewriter.opset() < 10)
        return false;
    const Node* slice = rewriter.soleProducer(node.inputs[0], node, "Slice");
    const auto rank = slice ? rewriter.rank(slice->inputs[0]) : std::nullopt;
    const auto parts = rank ? rewriter.slice(*slice) : std::nullopt;
    if (!parts || *rank < 2 || rewriter.rank(node.inputs[1]) != 2)
        return false;
    for (const SliceAxis& part : *parts)
        if (part.axis == -1 || part.axis == *rank - 1)
            return false;
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
