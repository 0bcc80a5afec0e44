#include "core/passes/number_facts.h"
#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// Whether every element of a value is from −1 to 1, so that Exp neither overflows nor vanishes.
bool isWithinOne(const Node* made, ValueId value) {
    static constexpr std::string_view kBounded[] = {
        "Cos", "Erf", "HardSigmoid", "Hardmax", "Sigmoid", "Sin", "Softmax", "Softsign", "Tanh"};
    return made && made->isOnnx() && made->outputs[0] == value &&
           std::ranges::find(kBounded, made->opType.str()) != std::end(kBounded);
}

/// Whether a Softmax or LogSoftmax normalizes along the axis of an ArgMax, and along no other one:
/// of numbers that are normalized together with larger ones elsewhere, several may become 0.
bool normalizesAlong(const Rewriter& rewriter, const Node& function, const Node& search) {
    const bool together = rewriter.opset() < 13; // over this axis and all further ones
    const auto rank = rewriter.rank(function.inputs[0]);
    const std::int64_t given = function.intAttribute("axis", together ? 1 : -1),
                       sought = search.intAttribute("axis", 0);
    if (!rank)
        return given == sought && (!together || given == -1);
    const auto axis = axisOf(given, *rank);
    if (!axis || axis != axisOf(sought, *rank))
        return false;
    const Shape* shape = rewriter.shape(function.inputs[0]);
    return !together || std::all_of(shape->begin() + static_cast<std::ptrdiff_t>(*axis) + 1,
                                    shape->end(), [](const Dim& size) { return size.value == 1; });
}

/// Why the function may give the largest element another index; empty: it does not.
Message obstacle(const Rewriter& rewriter, const Node& function) {
    const Node* made = rewriter.producer(function.inputs[0]);
    if ((function.is("Sqrt") || function.is("Log")) && !isNotNegative(rewriter, function.inputs[0]))
        return PARTITA_TEXT("what goes into {0} may be negative, which gives NaN",
                            function.opType.str());
    if (function.is("Exp") && !isWithinOne(made, function.inputs[0]))
        return PARTITA_TEXT("several elements may be so large that Exp makes them infinite, or so "
                            "small that it makes them 0");
    return {};
}

} // namespace

/// Removes an increasing function before ArgMax.
///
/// Before:   Y = ArgMax(F(X))    F: Exp, Sqrt, Log; Softmax, LogSoftmax along the same axis
/// After:    Y = ArgMax(X)
/// Declines: F(X) is read by others; F is Sqrt or Log and X may be negative, which gives NaN; F is
///           Exp, and X is not a function with results from −1 to 1; a Softmax before opset 13,
///           which normalizes all further axes, too, unless those have size 1
/// Source:   ONNX ArgMax-1 … 13
/// Where F rounds two elements of X to one number, the result is the index of the larger one, and not
/// of the first one.
bool eliminateNopMonotoneArgmax(Rewriter& rewriter, const Node& node) {
    if (!node.is("ArgMax") || !rewriter.isReadOnce(node.inputs[0]))
        return false;
    const Node* function = rewriter.producer(node.inputs[0]);
    if (!function || function->graph != node.graph)
        return false;
    const bool alongAxis = function->is("Softmax") || function->is("LogSoftmax");
    if (!alongAxis && !function->is("Exp") && !function->is("Sqrt") && !function->is("Log"))
        return false;
    if (alongAxis && !normalizesAlong(rewriter, *function, node))
        return false;
    if (Message why = obstacle(rewriter, *function); !why.empty()) {
        rewriter.note(node.id, std::move(why));
        return false;
    }
    const Node removed = *function;
    rewriter.setInput(node.id, 0, removed.inputs[0]);
    rewriter.absorb(node.id, removed);
    rewriter.remove(removed.id);
    return true;
}

} // namespace partita
