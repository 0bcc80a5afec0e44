#include "core/passes/passes.h"

namespace partita {

/// Removes a Split into one part.
///
/// Before:   Y = Split(X)    one output, as long as X along the axis
/// After:    X
/// Source:   ONNX Split-1 … 18
bool eliminateNopSplit(Rewriter& rewriter, const Node& node) {
    if (!node.is("Split") || node.outputs.size() != 1)
        return false;
    // A single part is the whole input. A length that differs from the input's, or an axis that it
    // does not have, is an error of the model, which must stay an error.
    std::optional<std::vector<std::int64_t>> parts = std::vector<std::int64_t>();
    if (node.attribute("split"))
        parts = node.intsAttribute("split");
    else if (Rewriter::input(node, 1))
        parts = rewriter.ints(node.inputs[1]);
    if (!parts)
        return false;
    const Shape* shape = rewriter.shape(node.inputs[0]);
    const auto axis = shape ? axisOf(node.intAttribute("axis", 0), shape->size()) : std::nullopt;
    if (shape && !axis)
        return false;
    if (!parts->empty() && (!axis || parts->size() != 1 || (*shape)[*axis].value != parts->front()))
        return false;
    return rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
