#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

/// Reshapes once where two nodes in a row do.
///
/// Before:   Y = Reshape(Reshape(X, s), t), or Squeeze or Unsqueeze of a Reshape
/// After:    Y = Reshape(X, [the sizes of Y])
/// Shapes:   all sizes of Y known, none of them 0
/// Declines: what is between the two is read by others; allowzero
/// Source:   ONNX Reshape-5 … 25, Squeeze-1 … 25, Unsqueeze-1 … 25; ONNX Runtime's ReshapeFusion
bool fuseConsecutiveReshapes(Rewriter& rewriter, const Node& node) {
    if ((!node.is("Reshape") && !node.is("Squeeze") && !node.is("Unsqueeze")) ||
        rewriter.opset() < 5)
        return false;
    const Node* first = rewriter.soleProducer(node.inputs[0], node, "Reshape");
    const auto sizes = first ? rewriter.dims(node.outputs[0]) : std::nullopt;
    if (!sizes || std::ranges::count(*sizes, 0) > 0 || node.intAttribute("allowzero", 0) != 0 ||
        first->intAttribute("allowzero", 0) != 0)
        return false;
    const Node merged = *first;
    const ValueId target =
        rewriter.addConstant(node.graph, rewriter.model().value(node.outputs[0])->name + "_shape",
                             Tensor::int64s(*sizes));
    rewriter.editor().changeNode(node.id, [&](Node& reshape) {
        reshape.opType = "Reshape";
        reshape.inputs = {merged.inputs[0], target};
        reshape.attributes = std::make_shared<const Attributes>();
    });
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
