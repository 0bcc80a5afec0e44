#include "core/passes/passes.h"

#include "core/shapes/symbolic_shapes.h"

namespace partita {

/// Removes a Reshape or Expand that is proven to leave the shape as it is.
///
/// Before:   Y = Reshape(X, s)  or  Expand(X, s)    Y has the shape of X for all sizes of the input
/// After:    X
/// Declines: the shapes are not proven to be equal
/// Source:   ONNX Reshape-5 … 25, Expand-8 … 13
Result<void> eliminateProvenReshape(PassRun& run) {
    const auto proven = run.shapes();
    const SymbolicShapes& shapes = *proven;
    for (const NodeId id : run.order()) {
        const auto node = run.model().node(id);
        if (!node || (!node->is("Reshape") && !node->is("Expand")))
            continue;
        const auto *before = shapes.shape(node->inputs[0]), *after = shapes.shape(node->outputs[0]);
        if (before && after && *before == *after)
            run.attempt(
                id, [&](Rewriter& rewriter) { return rewriter.bypass(*node, node->inputs[0]); });
    }
    return {};
}

} // namespace partita
