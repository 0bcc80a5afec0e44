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
/// Before:   Y = Reshape(F(X), t)    F: a view with one result, such as Reshape, Flatten, Squeeze
/// After:    Y = Reshape(X, t)
/// Before:   Y = Reshape(R, t)    R = Reshape(X, t), both with the same allowzero
/// After:    Y = R                what t copies or infers is what R has already
/// Declines: without allowzero, a t that only Y takes is not constant or has a 0 that copies a size
/// Source:   ONNX operators of these names
bool eliminateConsecutiveIdempotentOps(Rewriter& rewriter, const Node& node) {
    const bool reshapes = node.is("Reshape");
    if (!reshapes && !operatorFacts(node).has(kIdempotent))
        return false;
    const Node* inner = rewriter.producer(node.inputs[0]);
    if (!inner ||
        !(reshapes ? isView(*inner) && inner->outputs.size() == 1 : inner->is(node.opType)))
        return false;
    if (!reshapes)
        return rewriter.bypass(node, node.inputs[0]);
    if (rewriter.opset() < 5)
        return false;
    const Node first = *inner;
    if (first.is("Reshape") && node.inputs[1] == first.inputs[1] &&
        node.intAttribute("allowzero", 0) == first.intAttribute("allowzero", 0))
        return rewriter.bypass(node, node.inputs[0]);
    if (!isAbsolute(rewriter, node))
        return false;
    rewriter.setInput(node.id, 0, first.inputs[0]);
    if (rewriter.model().consumers(first.outputs[0]).empty() &&
        !rewriter.model().isGraphOutput(first.outputs[0])) {
        rewriter.absorb(node.id, first);
        rewriter.remove(first.id);
    }
    return true;
}

} // namespace partita
