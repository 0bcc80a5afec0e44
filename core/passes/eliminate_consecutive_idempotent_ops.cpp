#include "core/passes/passes.h"

#include <algorithm>

#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

/// Whether a target shape does not depend on the input: it has no 0 that copies a size.
bool isAbsolute(Rewriter& rewriter, const Node& reshape) {
    if (reshape.intAttribute("allowzero", 0) != 0)
        return true;
    const auto target = rewriter.ints(Rewriter::input(reshape, 1));
    return target && std::ranges::find(*target, 0) == target->end();
}

} // namespace

/// Removes one of two operators in a row where one is enough.
///
/// Before:   Y = F(F(X))    F: Abs, Ceil, Floor, Round, Relu, Sign
/// After:    Y = F(X)
/// Before:   Y = Reshape(Reshape(X, s), t)
/// After:    Y = Reshape(X, t)
/// Declines: without allowzero, t is not constant or has a 0 that copies a size
/// Source:   ONNX operators of these names
bool eliminateConsecutiveIdempotentOps(Rewriter& rewriter, const Node& node) {
    const bool reshapes = node.is("Reshape");
    if (!reshapes && !operatorFacts(node).has(kIdempotent))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner || !inner->is(node.opType))
        return false;
    if (!reshapes)
        return rewriter.bypass(node, node.inputs[0]);
    if (rewriter.opset() < 5 || !isAbsolute(rewriter, node))
        return false;
    const Node first = *inner;
    rewriter.setInput(node.id, 0, first.inputs[0]);
    if (rewriter.model().consumers(first.outputs[0]).empty() &&
        !rewriter.model().isGraphOutput(first.outputs[0])) {
        rewriter.absorb(node.id, first);
        rewriter.remove(first.id);
    }
    return true;
}

} // namespace partita
