#include "core/passes/passes.h"

namespace partita {

/// Removes a Dropout that is not in training mode.
///
/// Before:   Y = Dropout(X)    training_mode left out or false
/// After:    X
/// Declines: the mask is read
/// Source:   ONNX Dropout-7 … 22: "when not in training mode, output is a copy of input"
bool eliminateDropout(Rewriter& rewriter, const Node& node) {
    if (!node.is("Dropout") || rewriter.opset() < 7)
        return false;
    const ValueId training = Rewriter::input(node, 2);
    return (!training || rewriter.uniform(training) == 0) && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
