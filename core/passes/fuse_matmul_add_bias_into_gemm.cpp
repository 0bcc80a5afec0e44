#include "core/passes/passes.h"

namespace partita {

/// Replaces a MatMul of matrices and the Add of a bias by Gemm.
///
/// Before:   Y = Add(MatMul(A, B), C)
/// After:    Y = Gemm(A, B, C)
/// Shapes:   A [M, K], B [K, N], C [], [1], [N], [1, N], [M, 1] or [M, N]
/// Declines: a rank is not 2 or not known; the product is read by others; not a float type
/// Source:   ONNX Gemm-7 … 13, MatMul-1 … 13, Add-7 … 14
bool fuseMatmulAddBiasIntoGemm(Rewriter& rewriter, const Node& node) {
    if (!node.is("Add") || rewriter.opset() < 7)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* product = rewriter.soleProducer(node.inputs[side], node, "MatMul");
        if (!product || rewriter.rank(product->inputs[0]) != 2 ||
            rewriter.rank(product->inputs[1]) != 2)
            continue;
        const ValueId bias = node.inputs[1 - side];
        const auto sizes = rewriter.dims(bias);
        const Shape *a = rewriter.shape(product->inputs[0]),
                    *b = rewriter.shape(product->inputs[1]);
        const DataType type = rewriter.elementType(product->inputs[0]);
        if (!sizes || !a || !b || sizes->size() > 2 ||
            (type != DataType::float32 && type != DataType::float16 && type != DataType::float64))
            continue;
        const Dim columns = (*b)[1], rows = (*a)[0];
        if (!sizes->empty() && sizes->back() != 1 && sizes->back() != columns.value)
            continue;
        if (sizes->size() == 2 && (*sizes)[0] != 1 && (*sizes)[0] != rows.value)
            continue;
        const Node merged = *product;
        rewriter.editor().changeNode(merged.id, [&](Node& gemm) { gemm.opType = "Gemm"; });
        rewriter.setInput(merged.id, 2, bias);
        rewriter.absorb(merged.id, node);
        return rewriter.bypass(node, merged.outputs[0]);
    }
    return false;
}

} // namespace partita
