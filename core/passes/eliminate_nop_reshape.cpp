#include "core/passes/passes.h"

namespace partita {

/// Removes a Reshape to the shape that its input already has.
///
/// Before:   Y = Reshape(X, s)    s constant, as long as the rank of X; each size in it is 0, the
///           size of X or, once, −1 (which then stands for the size of X)
/// After:    X
/// Declines: more than one size of X is unknown and not copied by 0
/// Source:   ONNX Reshape-5 … 25
bool eliminateNopReshape(Rewriter& rewriter, const Node& node) {
    if (!node.is("Reshape") || rewriter.opset() < 5)
        return false;
    const auto target = rewriter.ints(node.inputs[1]);
    const Shape* shape = rewriter.shape(node.inputs[0]);
    if (!target || !shape || target->size() != shape->size())
        return false;
    const bool zeroCopies = node.intAttribute("allowzero", 0) == 0;
    std::size_t open = 0;
    for (std::size_t i = 0; i < target->size(); ++i) {
        const std::int64_t size = (*target)[i];
        const bool same = (size == 0 && zeroCopies) || (*shape)[i].value == size;
        open += !same;
        if (!same && size != -1)
            return false;
    }
    return open <= 1 && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
