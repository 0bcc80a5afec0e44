#include "core/passes/passes.h"

namespace partita {

/// Keeps reduced axes instead of inserting them again, and drops those that are taken out.
///
/// Before:   Y = Unsqueeze(Reduce*<keepdims = 0>(X, axes), axes)
/// After:    Y = Reduce*<keepdims = 1>(X, axes)
/// Before:   Y = Squeeze(Reduce*<keepdims = 1>(X, axes), axes)
/// After:    Y = Reduce*<keepdims = 0>(X, axes)
/// Declines: the axes differ or are not constant; the reduced tensor is read by others
/// Source:   ONNX Reduce*-1 … 20, Unsqueeze-1 … 25, Squeeze-1 … 25
bool fuseConsecutiveReduceUnsqueeze(Rewriter& rewriter, const Node& node) {
    const bool keep = node.is("Unsqueeze");
    if (!keep && !node.is("Squeeze"))
        return false;
    const Node* reduce = rewriter.producer(node.inputs[0]);
    if (!reduce || !reduce->isOnnx() || !reduce->opType.str().starts_with("Reduce") ||
        reduce->graph != node.graph || !rewriter.isReadOnce(node.inputs[0]) ||
        keepsReducedAxes(*reduce) == keep)
        return false;
    const auto rank = rewriter.rank(reduce->inputs[0]);
    if (!rank)
        return false;
    const auto reduced = axesFromFirst(rewriter.axes(*reduce, 1), rank),
               moved = axesFromFirst(rewriter.axes(node, 1), rank);
    if (!reduced || reduced->empty() || reduced != moved)
        return false;
    const Node merged = *reduce;
    rewriter.editor().setAttribute(merged.id, Attribute::make("keepdims", std::int64_t{keep}));
    rewriter.editor().changeValue(merged.outputs[0], [&](Value& value) {
        value.type = rewriter.model().value(node.outputs[0])->type;
    });
    rewriter.absorb(merged.id, node);
    return rewriter.bypass(node, merged.outputs[0]);
}

} // namespace partita
