#include "core/passes/passes.h"

#include <algorithm>
#include <numeric>

namespace partita {

namespace {

/// Takes the axes out, which is all that is left to do.
void becomeSqueeze(Rewriter& rewriter, const Node& node, const std::vector<std::int64_t>& axes) {
    rewriter.editor().changeNode(node.id, [](Node& squeeze) {
        squeeze.opType = SharedString("Squeeze");
        squeeze.inputs.resize(1);
        squeeze.attributes = std::make_shared<const Attributes>();
    });
    rewriter.setAxes(node.id, 1, axes);
}

} // namespace

/// Removes a reduction of nothing.
///
/// Before:   Y = R<keepdims = 1>(X, axes)    R: ReduceSum, ReduceMean, ReduceMax, ReduceMin,
///           ReduceProd; X has size 1 along all axes that are reduced
/// After:    X; with keepdims = 0, Y = Squeeze(X, axes)
/// Before:   Y = R<noop_with_empty_axes = 1>(X)    without axes
/// After:    X
/// Declines: axes that are not constant, or a size along them that is not known
/// Source:   ONNX Reduce*-1 … 20, Squeeze-1 … 25
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
    auto axes = shape ? axesFromFirst(given, shape->size()) : std::nullopt;
    if (!axes)
        return false;
    if (noAxes) {
        axes->resize(shape->size());
        std::iota(axes->begin(), axes->end(), 0);
    }
    if (!std::ranges::all_of(*axes, [&](std::int64_t axis) {
            return (*shape)[static_cast<std::size_t>(axis)].value == 1;
        }))
        return false;
    if (axes->empty() || keepsReducedAxes(node))
        return rewriter.bypass(node, node.inputs[0]);
    becomeSqueeze(rewriter, node, *axes);
    return true;
}

} // namespace partita
