#include "core/passes/computed_number.h"
#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

namespace partita {

namespace {

/// The sum of the bias that a Conv has, if any, and the one that is added; nothing where a number
/// does not fit into the type.
std::optional<Tensor> sumOfBiases(const Rewriter& rewriter, const ConvBias& found) {
    const auto added = rewriter.constant(found.bias);
    auto values = elementsAsDoubles(*added);
    if (!values || values->empty())
        return std::nullopt;
    std::vector<double> each = *std::move(values);
    each.resize(static_cast<std::size_t>(found.channels), each[0]);
    if (const ValueId own = Rewriter::input(found.conv, 2)) {
        const auto numbers = elementsAsDoubles(*rewriter.constant(own));
        if (!numbers || numbers->size() != each.size())
            return std::nullopt;
        for (std::size_t i = 0; i < each.size(); ++i) {
            each[i] += (*numbers)[i];
            if (fitOf(added->type, each[i]) == Fit::beyond)
                return std::nullopt;
        }
    }
    auto tensor = Tensor::ofFloats(added->type, {found.channels}, each);
    return tensor ? std::optional(*std::move(tensor)) : std::nullopt;
}

} // namespace

/// Turns an Add after a Conv into the bias of the Conv.
///
/// Before:   Y = Add(Conv(X, W), b)    b constant: one number, or one for each channel
/// After:    Y = Conv(X, W, b)
/// Before:   Y = Add(Conv(X, W, c), b)    c constant, too
/// After:    Y = Conv(X, W, c + b)
/// Shapes:   b [], [1], [M, 1, 1 …] or [1, M, 1, 1 …]; as a bias [M]; computed in float64, stored
///           in the type of b
/// Declines: the result of the Conv is read by others; the bias of the Conv is not constant, or a
///           sum leaves the range of the type; b is computed, which fuse_computed_bias_into_conv
///           takes: many devices need a constant bias
/// Source:   ONNX Conv-1 … 22, Add-7 … 14; ONNX Runtime's ConvAddFusion
bool fuseAddBiasIntoConv(Rewriter& rewriter, const Node& node) {
    const auto found = findConvBias(rewriter, node, true);
    if (!found && findConvBias(rewriter, node, false))
        rewriter.note(node.id,
                      PARTITA_TEXT("the bias is computed, and many devices need a constant "
                                   "one: fuse_computed_bias_into_conv takes it"));
    auto tensor = found ? sumOfBiases(rewriter, *found) : std::nullopt;
    if (!tensor)
        return false;
    if (Rewriter::input(found->conv, 2))
        rewriter.replaceConstant(found->conv.id, 2, *std::move(tensor));
    else
        rewriter.setInput(found->conv.id, 2,
                          rewriter.addConstant(node.graph,
                                               rewriter.model().value(found->bias)->name,
                                               *std::move(tensor)));
    rewriter.absorb(found->conv.id, node);
    return rewriter.bypass(node, found->conv.outputs[0]);
}

} // namespace partita
