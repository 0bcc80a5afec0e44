#include "core/passes/passes.h"

namespace partita {

/// Removes a Dropout that drops nothing.
///
/// Before:   Y = Dropout<ratio = 0>(X)
/// After:    X
/// Declines: the mask is read
/// Source:   ONNX Dropout-1 … 22 (ratio is an input since version 12)
bool eliminateNopDropout(Rewriter& rewriter, const Node& node) {
    if (!node.is("Dropout"))
        return false;
    const ValueId given = Rewriter::input(node, 1);
    const bool none = given ? rewriter.uniform(given) == 0
                            : rewriter.opset() < 12 && node.floatAttribute("ratio", 0.5F) == 0;
    return none && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
