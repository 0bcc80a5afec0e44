#include "core/passes/passes.h"

namespace partita {

/// Replaces a Transpose before a Gemm by transA or transB.
///
/// Before:   Y = Gemm(Transpose<1, 0>(A), B, C)    the same for B
/// After:    Y = Gemm<transA = 1>(A, B, C)
/// Source:   ONNX Gemm-1 … 13, Transpose-1 … 25
bool fuseTransposeIntoGemm(Rewriter& rewriter, const Node& node) {
    if (!node.is("Gemm"))
        return false;
    bool fused = false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* found = rewriter.producer(node.inputs[side]);
        if (!found || !found->is("Transpose"))
            continue;
        const auto order = rewriter.permutation(*found);
        if (!order || *order != std::vector<std::int64_t>{1, 0})
            continue;
        const Node merged = *found;
        const char* name = side == 0 ? "transA" : "transB";
        rewriter.setInput(node.id, side, merged.inputs[0]);
        rewriter.editor().setAttribute(
            node.id, Attribute::make(name, std::int64_t{node.intAttribute(name, 0) == 0}));
        rewriter.removeIfUnread(merged, node.id);
        fused = true;
    }
    return fused;
}

} // namespace partita
