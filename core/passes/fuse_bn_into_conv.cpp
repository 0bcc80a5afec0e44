#include <algorithm>

#include "core/ir/sourced_tensor.h"
#include "core/onnx/operator_facts.h"
#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

namespace partita {

/// Folds BatchNormalization (inference) into the Conv before it.
///
/// Before:   Y = BatchNormalization(Conv(X, W, b), scale, bias, mean, var)
/// After:    Y = Conv(X, W', b')    W' = W·s,  b' = (b − mean)·s + bias,  s = scale / √(var + ε)
/// Shapes:   W [M, C/group, kH, kW]; the others [M]; computed in float64, stored in W's type
/// Declines: the Conv's result is used elsewhere or is a graph output; any of W, b, scale, … is not
///           constant; training mode (before opset 14: further outputs); s is not
///           finite; W' or b' leaves the range of the type, or a channel all its normal numbers
/// Source:   ONNX BatchNormalization-7 … 15, Conv-1 … 22
bool fuseBnIntoConv(Rewriter& rewriter, const Node& node) {
    if (!isInferenceNormalization(node))
        return false;
    const Node* found = rewriter.soleProducer(node.inputs[0], node, "Conv");
    const auto weights = found ? rewriter.constant(found->inputs[1]) : std::nullopt;
    if (!weights || weights->dims.size() < 2 || weights->dims[0] <= 0)
        return false;
    const Node conv = *found;
    const auto channels = static_cast<std::size_t>(weights->dims[0]);
    std::vector<double> bias(channels, 0.0);
    if (const ValueId given = Rewriter::input(conv, 2)) {
        const auto tensor = rewriter.constant(given);
        const auto values =
            tensor ? elementsAsDoubles(*tensor) : Result<std::vector<double>>(Error{});
        if (!values || values->size() != channels)
            return false;
        bias = *values;
    }
    const auto affine = affineOfNormalization(rewriter, node, channels);
    if (!affine)
        return false;
    std::vector<ChannelFit> fits(channels, ChannelFit{weights->type});
    for (std::size_t m = 0; m < channels; ++m) {
        bias[m] = bias[m] * affine->factors[m] + affine->shifts[m];
        fits[m].addBias(bias[m]);
    }
    const std::size_t each = static_cast<std::size_t>(weights->count()) / channels;
    const auto scale = [&](std::span<double> numbers, std::size_t first) {
        const std::size_t m = first / each;
        fits[m].addWeights(numbers, affine->factors[m]);
        for (double& number : numbers)
            number *= affine->factors[m];
        return fits[m].holds();
    };
    auto newWeights =
        isStandIn(*weights) ? std::optional(*weights) : changedFloats(*weights, each, scale);
    const bool fit = std::ranges::all_of(fits, &ChannelFit::holds);
    if (!fit && (newWeights || elements(*weights))) // not where the weights are missing
        noteUnfit(rewriter, node, weights->type);
    if (!fit)
        return false;
    auto newBias = Tensor::ofFloats(weights->type, {weights->dims[0]}, bias);
    if (!newWeights || !newBias)
        return false;
    rewriter.replaceConstant(conv.id, 1, *std::move(newWeights));
    if (Rewriter::input(conv, 2))
        rewriter.replaceConstant(conv.id, 2, *std::move(newBias));
    else
        rewriter.setInput(conv.id, 2,
                          rewriter.addConstant(node.graph,
                                               rewriter.model().value(node.inputs[2])->name,
                                               *std::move(newBias)));
    rewriter.absorb(conv.id, node);
    return rewriter.bypass(node, conv.outputs[0]);
}

} // namespace partita
