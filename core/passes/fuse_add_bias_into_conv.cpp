#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

namespace partita {

/// Turns an Add after a Conv into the bias of the Conv.
///
/// Before:   Y = Add(Conv(X, W), b)    b constant: one number, or one for each channel
/// After:    Y = Conv(X, W, b)
/// Shapes:   b [], [1], [M, 1, 1 …] or [1, M, 1, 1 …]; as a bias [M]
/// Declines: the Conv has a bias, or its result is read by others; b is computed, which
///           fuse_computed_bias_into_conv takes: many devices need a constant bias
/// Source:   ONNX Conv-1 … 22, Add-7 … 14
bool fuseAddBiasIntoConv(Rewriter& rewriter, const Node& node) {
    const auto found = findConvBias(rewriter, node, true);
    const auto values = found ? elementsAsDoubles(*rewriter.constant(found->bias))
                              : Result<std::vector<double>>(Error{});
    if (!values)
        return false;
    auto each = *values;
    if (each.size() == 1)
        each.assign(static_cast<std::size_t>(found->channels), each[0]);
    auto tensor = Tensor::ofFloats(rewriter.constant(found->bias)->type, {found->channels}, each);
    if (!tensor)
        return false;
    const std::string name = rewriter.model().value(found->bias)->name;
    rewriter.setInput(found->conv.id, 2,
                      rewriter.addConstant(node.graph, name, *std::move(tensor)));
    rewriter.absorb(found->conv.id, node);
    return rewriter.bypass(node, found->conv.outputs[0]);
}

} // namespace partita
