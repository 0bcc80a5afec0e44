#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// Whether two tensors provably have the same size along an axis: their shapes are the same, or `b`
/// is `a` with other axes moved.
bool haveSameSize(const Rewriter& rewriter, ValueId a, ValueId b, std::size_t axis) {
    if (const Node* made = rewriter.producer(b);
        made && made->is("Transpose") && made->inputs[0] == a) {
        const auto order = rewriter.permutation(*made);
        return order && axis < order->size() && (*order)[axis] == static_cast<std::int64_t>(axis);
    }
    const Shape *one = rewriter.shape(a), *other = rewriter.shape(b);
    return one && other && axis < one->size() &&
           std::ranges::equal(*one, *other, [](const Dim& x, const Dim& y) {
               return x.value ? x.value == y.value : !x.param.empty() && x.param == y.param;
           });
}

/// Whether `part` is size `axis` of a tensor that has the same size there as `data`:
/// Unsqueeze(Gather(Shape(data), axis)).
bool isSizeOf(const Rewriter& rewriter, ValueId part, ValueId data, std::size_t axis) {
    const Node* unsqueeze = rewriter.producer(part);
    if (!unsqueeze || !unsqueeze->is("Unsqueeze") ||
        rewriter.axes(*unsqueeze, 1) != std::vector<std::int64_t>{0})
        return false;
    const Node* gather = rewriter.producer(unsqueeze->inputs[0]);
    if (!gather || !gather->is("Gather") || axisOf(gather->intAttribute("axis", 0), 1) != 0 ||
        rewriter.scalar(gather->inputs[1]) != static_cast<double>(axis))
        return false;
    const Node* shape = rewriter.producer(gather->inputs[0]);
    if (!shape || !shape->is("Shape") || shape->intAttribute("start", 0) != 0 ||
        shape->attribute("end"))
        return false;
    if (shape->inputs[0] == data)
        return true;
    return haveSameSize(rewriter, shape->inputs[0], data, axis);
}

} // namespace

/// Lets a Reshape keep the sizes that its target shape takes from the shape of its input.
///
/// Before:   Y = Reshape(X, Concat(Unsqueeze(Gather(Shape(X), 0)), c, …))    c constant
/// After:    Y = Reshape(X, [0, c, …])    0 keeps the size of X
/// Shapes:   size i of X stands at place i; one other number may be computed and becomes −1
/// Declines: the target shape is read by others; more than one number is computed otherwise, or one
///           beside sizes of X, which may be 0; the constants have a −1 themselves; allowzero
/// Source:   ONNX Reshape-5 … 25, Concat-4 … 13; ONNX Runtime's ReshapeFusion
bool fuseSizesIntoReshape(Rewriter& rewriter, const Node& node) {
    if (!node.is("Reshape") || rewriter.opset() < 5 || node.intAttribute("allowzero", 0) != 0)
        return false;
    const Node* concat = rewriter.soleProducer(node.inputs[1], node, "Concat");
    if (!concat)
        return false;
    std::vector<std::int64_t> target;
    std::size_t kept = 0, unknown = 0;
    for (const ValueId part : concat->inputs) {
        if (const auto known = rewriter.ints(part)) {
            target.insert(target.end(), known->begin(), known->end());
        } else if (isSizeOf(rewriter, part, node.inputs[0], target.size())) {
            target.push_back(0);
            ++kept;
        } else if (rewriter.dims(part) == std::vector<std::int64_t>{1}) {
            target.push_back(-1);
            ++unknown;
        } else {
            return false;
        }
    }
    if ((kept > 0) == (unknown > 0) || std::ranges::count(target, -1) > 1)
        return false;
    const Node merged = *concat;
    rewriter.setInput(node.id, 1,
                      rewriter.addConstant(node.graph,
                                           rewriter.model().value(node.inputs[1])->name + "_const",
                                           Tensor::int64s(target)));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
