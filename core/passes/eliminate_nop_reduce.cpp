#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Removes a reduction of nothing.
///
/// Before:   Y = R<keepdims = 1>(X, axes)    R: ReduceSum, ReduceMean, ReduceMax, ReduceMin,
///           ReduceProd; X has size 1 along all axes that are reduced
/// After:    X
/// Before:   Y = R<noop_with_empty_axes = 1>(X)    without axes
/// After:    X
/// Declines: axes that are not constant, or a size along them that is not known
/// Source:   ONNX Reduce*-1 … 20
bool eliminateNopReduce(Rewriter& rewriter, const Node& node) {
    static constexpr std::string_view kOfOneItself[] = {"ReduceSum", "ReduceMean", "ReduceMax",
                                                        "ReduceMin", "ReduceProd"};
    if (!node.isOnnx() ||
        std::ranges::find(kOfOneItself, node.opType.str()) == std::end(kOfOneItself))
        return false;
    const auto given = rewriter.axes(node, 1);
    if (!given)
        return false;
    const bool noAxes = given->empty();
    if (noAxes && node.intAttribute("noop_with_empty_axes", 0) != 0)
        return rewriter.bypass(node, node.inputs[0]);
    const Shape* shape = rewriter.shape(node.inputs[0]);
    if (!shape || !keepsReducedAxes(node))
        return false;
    const auto axes = axesFromFirst(given, shape->size());
    const bool ones =
        axes &&
        (noAxes ? std::ranges::all_of(*shape, [](const Dim& size) { return size.value == 1; })
                : std::ranges::all_of(*axes, [&](std::int64_t axis) {
                      return (*shape)[static_cast<std::size_t>(axis)].value == 1;
                  }));
    return ones && rewriter.bypass(node, node.inputs[0]);
}

} // namespace partita
