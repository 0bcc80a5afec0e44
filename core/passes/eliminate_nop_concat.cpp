#include "core/passes/passes.h"

namespace partita {

/// Removes a Concat of one tensor.
///
/// Before:   Y = Concat(X)
/// After:    X
/// Source:   ONNX Concat-1 … 13
bool eliminateNopConcat(Rewriter& rewriter, const Node& node) {
    return node.is("Concat") && node.inputs.size() == 1 && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
