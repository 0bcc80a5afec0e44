#include "core/passes/constant_loop.h"

namespace partita {

/// Replaces a Loop that runs once, or never, by its body.
///
/// Before:   Y, S = Loop(1, c, X)<body>    c constant or omitted
/// After:    Y, s = body(X),  S = Unsqueeze(s, 0)
/// Before:   Y, S = Loop(0, c, X)<body>    or c false
/// After:    Y = X,  S: no rows
/// Declines: rows of unknown sizes, where there are none; a value to pass on is no tensor, and the
///           opset is below 16
/// Source:   ONNX Loop-1 … 25
bool eliminateLoopOfOneIteration(Rewriter& rewriter, const Node& node) {
    const auto loop = constantLoop(rewriter, node);
    return loop && loop->iterations <= 1 && writeOut(rewriter, *loop);
}

} // namespace partita
