#include "core/onnx/operator_facts.h"
#include "core/passes/passes.h"

namespace partita {

namespace {

/// Whether every element of a value is at least 0, so that Sqrt and Log keep their order.
bool isNotNegative(Rewriter& rewriter, ValueId value) {
    const Node* made = rewriter.producer(value);
    return made && made->outputs[0] == value && operatorFacts(*made).has(kNotNegative);
}

} // namespace

/// Removes an increasing function before ArgMax.
///
/// Before:   Y = ArgMax(F(X))    F: Exp, Sqrt, Log; Softmax, LogSoftmax along the same axis
/// After:    Y = ArgMax(X)
/// Declines: F(X) is read by others; F is Sqrt or Log and X may be negative, which gives NaN
/// Source:   ONNX ArgMax-1 … 13
/// Where F rounds two elements of X to one number, the result is the index of the larger one, and not
/// of the first one.
bool eliminateNopMonotoneArgmax(Rewriter& rewriter, const Node& node) {
    if (!node.is("ArgMax") || !rewriter.isReadOnce(node.inputs[0]))
        return false;
    const Node* function = rewriter.producer(node.inputs[0]);
    if (!function || function->graph != node.graph)
        return false;
    const bool root = function->is("Sqrt") || function->is("Log");
    const bool alongAxis = function->is("Softmax") || function->is("LogSoftmax");
    if (!root && !alongAxis && !function->is("Exp"))
        return false;
    if (root && !isNotNegative(rewriter, function->inputs[0])) {
        rewriter.note(node.id, PARTITA_TEXT("what goes into {0} may be negative, which gives NaN",
                                            function->opType.str()));
        return false;
    }
    if (alongAxis) {
        const auto rank = rewriter.rank(function->inputs[0]);
        if (!rank || (rewriter.opset() < 13 && *rank > 2)) // before opset 13, over all further axes
            return false;
        const auto counted = [&](std::int64_t axis) { return axis < 0 ? axis + *rank : axis; };
        if (counted(function->intAttribute("axis", rewriter.opset() < 13 ? 1 : -1)) !=
            counted(node.intAttribute("axis", 0)))
            return false;
    }
    const Node removed = *function;
    rewriter.setInput(node.id, 0, removed.inputs[0]);
    rewriter.absorb(node.id, removed);
    rewriter.remove(removed.id);
    return true;
}

} // namespace partita
