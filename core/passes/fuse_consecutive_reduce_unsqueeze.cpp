#include "core/passes/passes.h"

namespace partita {

/// Keeps reduced axes instead of inserting them again.
///
/// Before:   Y = Unsqueeze(Reduce*<keepdims = 0>(X, axes), axes)
/// After:    Y = Reduce*<keepdims = 1>(X, axes)
/// Declines: the axes differ or are not constant; the reduced tensor is read by others
/// Source:   ONNX Reduce*-1 … 20, Unsqueeze-1 … 25
bool fuseConsecutiveReduceUnsqueeze(Rewriter& rewriter, const Node& node) {
    if (!node.is("Unsqueeze"))
        return false;
    const Node* reduce = rewriter.producer(node.inputs[0]);
    if (!reduce || !reduce->isOnnx() || !reduce->opType.str().starts_with("Reduce") ||
        reduce->graph != node.graph || !rewriter.isReadOnce(node.inputs[0]) ||
        keepsReducedAxes(*reduce))
        return false;
    const auto rank = rewriter.rank(reduce->inputs[0]);
    if (!rank)
        return false;
    const auto reduced = axesFromFirst(rewriter.axes(*reduce, 1), rank),
               restored = axesFromFirst(rewriter.axes(node, 1), rank);
    if (!reduced || reduced->empty() || reduced != restored)
        return false;
    const Node merged = *reduce;
    rewriter.editor().setAttribute(merged.id, Attribute::make("keepdims", std::int64_t{1}));
    rewriter.editor().changeValue(merged.outputs[0], [&](Value& value) {
        value.type = rewriter.model().value(node.outputs[0])->type;
    });
    rewriter.absorb(merged.id, node);
    return rewriter.bypass(node, merged.outputs[0]);
}

} // namespace partita
