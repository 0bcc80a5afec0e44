#include "core/passes/passes.h"

namespace partita {

/// Divides instead of multiplying by a reciprocal.
///
/// Before:   Y = Mul(Div(1, X), Z)
/// After:    Y = Div(Z, X)
/// Declines: the reciprocal is read by others; the 1 has axes, or the types are integers; another
///           number than 1
/// Source:   ONNX Div-7 … 14, Mul-7 … 14; ONNX Runtime's DivMulFusion
bool fuseReciprocalIntoDiv(Rewriter& rewriter, const Node& node) {
    if (!node.is("Mul") || rewriter.opset() < 7)
        return false;
    const DataType type = rewriter.elementType(node.inputs[0]);
    if (type != DataType::float32 && type != DataType::float16 && type != DataType::float64 &&
        type != DataType::bfloat16)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* division = rewriter.soleProducer(node.inputs[side], node, "Div");
        if (!division || rewriter.scalar(division->inputs[0]) != 1.0 ||
            rewriter.rank(division->inputs[0]) != 0)
            continue;
        const Node merged = *division;
        rewriter.editor().changeNode(node.id, [&](Node& changed) {
            changed.opType = "Div";
            changed.inputs = {node.inputs[1 - side], merged.inputs[1]};
        });
        rewriter.removeIfUnread(merged, node.id);
        return true;
    }
    return false;
}

} // namespace partita
