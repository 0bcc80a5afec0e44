#include "core/passes/passes.h"

namespace partita {

/// Replaces the two Einsums of attention by MatMul.
///
/// Before:   Y = Einsum<"bhij,bhjd->bhid">(A, B)
/// After:    Y = MatMul(A, B)
/// Before:   Y = Einsum<"bhid,bhjd->bhij">(A, B)
/// After:    Y = MatMul(A, Transpose<0, 1, 3, 2>(B))
/// Source:   ONNX Einsum-12, MatMul-9 … 13
bool replaceEinsumWithMatmul(Rewriter& rewriter, const Node& node) {
    if (!node.is("Einsum") || node.inputs.size() != 2)
        return false;
    std::string equation(node.stringAttribute("equation", ""));
    std::erase(equation, ' ');
    const bool transposed = equation == "bhid,bhjd->bhij";
    if (!transposed && equation != "bhij,bhjd->bhid")
        return false;
    ValueId right = node.inputs[1];
    if (transposed) {
        TypePtr type;
        if (const Shape* shape = rewriter.shape(right); shape && shape->size() == 4)
            type = Type::tensor(rewriter.elementType(right),
                                Shape{(*shape)[0], (*shape)[1], (*shape)[3], (*shape)[2]});
        const ValueId turned =
            rewriter.addValue(node.graph, rewriter.model().value(right)->name + "_t", type);
        rewriter.addNode(node.graph, node.name.empty() ? "" : node.name + "_transpose", "Transpose",
                         {right}, {turned}, {node.id},
                         {Attribute::make("perm", std::vector<std::int64_t>{0, 1, 3, 2})});
        right = turned;
    }
    rewriter.editor().changeNode(node.id, [&](Node& changed) {
        changed.opType = "MatMul";
        changed.attributes = std::make_shared<const Attributes>();
        changed.inputs[1] = right;
    });
    return true;
}

} // namespace partita
