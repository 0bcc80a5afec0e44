#include "core/ir/sourced_tensor.h"
#include "core/passes/computed_number.h"
#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

namespace partita {

namespace {

/// A constant whose channels are multiplied by the factors; nothing where a product does not fit.
std::optional<Tensor> scaled(const Tensor& tensor, const std::vector<double>& factors) {
    if (isStandIn(tensor))
        return tensor;
    const auto count = static_cast<std::size_t>(tensor.count());
    if (count % factors.size() != 0)
        return std::nullopt;
    const std::size_t each = count / factors.size();
    return changedFloats(tensor, each, [&](std::span<double> weights, std::size_t first) {
        return multiplyIn(tensor.type, weights, factors[first / each]);
    });
}

} // namespace

/// Multiplies the weights and the bias of a Conv by a constant, instead of its result.
///
/// Before:   Y = Mul(Conv(X, W, b), c)
/// After:    Y = Conv(X, c·W, c·b)
/// Shapes:   W [M, C/group, …]; c one number or [M, 1, …], perhaps with a leading 1; computed in
///           float64, stored in W's type
/// Declines: the Conv's result is used elsewhere or is a graph output; W, b or c is not constant; c
///           has more axes than the result; a product leaves the range of the type
/// Source:   ONNX Conv-1 … 22, Mul-7 … 14; ONNX Runtime's ConvMulFusion
bool fuseMulIntoConv(Rewriter& rewriter, const Node& node) {
    if (!node.is("Mul") || rewriter.opset() < 7)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* found = rewriter.soleProducer(node.inputs[side], node, "Conv");
        const auto weights = found ? rewriter.constant(found->inputs[1]) : std::nullopt;
        if (!weights || weights->dims.size() < 3 || weights->dims[0] <= 0 || weights->count() == 0)
            continue;
        const Node conv = *found;
        const auto factors = numbersOfChannels(rewriter, node.inputs[1 - side],
                                               weights->dims.size(), weights->dims[0]);
        const ValueId bias = Rewriter::input(conv, 2);
        const auto given = bias ? rewriter.constant(bias) : std::nullopt;
        if (!factors || (bias && !given))
            continue;
        auto newWeights = scaled(*weights, *factors);
        auto newBias = given ? scaled(*given, *factors) : std::nullopt;
        if (!newWeights || (bias && !newBias))
            continue;
        rewriter.replaceConstant(conv.id, 1, *std::move(newWeights));
        if (bias)
            rewriter.replaceConstant(conv.id, 2, *std::move(newBias));
        rewriter.absorb(conv.id, node);
        return rewriter.bypass(node, conv.outputs[0]);
    }
    return false;
}

} // namespace partita
