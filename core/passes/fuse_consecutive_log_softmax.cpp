#include "core/passes/passes.h"

namespace partita {

/// Replaces Log of Softmax by LogSoftmax.
///
/// Before:   Y = Log(Softmax<axis>(X))
/// After:    Y = LogSoftmax<axis>(X)
/// Declines: the Softmax is read by others
/// Source:   ONNX Softmax-1 … 13, LogSoftmax-1 … 13
bool fuseConsecutiveLogSoftmax(Rewriter& rewriter, const Node& node) {
    if (!node.is("Log"))
        return false;
    const Node* softmax = rewriter.soleProducer(node.inputs[0], node, "Softmax");
    if (!softmax)
        return false;
    const Node merged = *softmax;
    rewriter.editor().changeNode(merged.id, [](Node& changed) { changed.opType = "LogSoftmax"; });
    rewriter.absorb(merged.id, node);
    return rewriter.bypass(node, merged.outputs[0]);
}

} // namespace partita
