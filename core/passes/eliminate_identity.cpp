#include "core/passes/passes.h"

namespace partita {

/// Removes an Identity.
///
/// Before:   Y = Identity(X)
/// After:    X
/// Declines: Y is an output of the graph, and X is an input, a constant or a value of an outer
///           graph
/// Source:   ONNX Identity-1 … 25
bool eliminateIdentity(Rewriter& rewriter, const Node& node) {
    return node.is("Identity") && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
