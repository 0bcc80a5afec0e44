#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Makes a target shape constant where at most one of its sizes is computed.
///
/// Before:   Y = Reshape(X, Concat(c, s, d))    c, d constants, s one number; perhaps with a Cast
/// After:    Y = Reshape(X, [c, −1, d]); where nothing is computed, Y = Reshape(X, [c, d])
/// Declines: more than one number is computed; one is, and the constants have a −1 themselves or
///           allowzero is set
/// Source:   ONNX Reshape-5 … 25, Concat-4 … 13
bool fuseConcatIntoReshape(Rewriter& rewriter, const Node& node) {
    if (!node.is("Reshape") || rewriter.opset() < 5)
        return false;
    const Node* made = rewriter.producer(node.inputs[1]);
    if (made && made->is("Cast"))
        made = rewriter.producer(made->inputs[0]);
    if (!made || !made->is("Concat"))
        return false;
    std::vector<std::int64_t> target;
    std::size_t unknown = 0;
    for (const ValueId part : made->inputs) {
        if (const auto known = rewriter.ints(part)) {
            target.insert(target.end(), known->begin(), known->end());
            continue;
        }
        if (rewriter.dims(part) != std::vector<std::int64_t>{1} || ++unknown > 1)
            return false;
        target.push_back(-1);
    }
    if (unknown == 1 && node.intAttribute("allowzero", 0) != 0)
        return false;
    if (unknown == 1 && std::ranges::count(target, -1) != 1) { // besides the computed one
        rewriter.note(node.id, PARTITA_TEXT("the constant part of the shape holds −1 already"));
        return false;
    }
    rewriter.setInput(node.id, 1,
                      rewriter.addConstant(node.graph,
                                           rewriter.model().value(node.inputs[1])->name + "_const",
                                           Tensor::int64s(target)));
    return true;
}

} // namespace partita
