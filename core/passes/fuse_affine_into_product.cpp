#include "core/onnx/operator_facts.h"
#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

#include <algorithm>

namespace partita {

namespace {

/// The constant weights of a ConvTranspose or Gemm, as runs of elements of one channel each.
struct ProductWeights {
    Node node;
    Tensor weights;
    std::size_t rank;         ///< of the result
    std::size_t channels = 0; ///< of the result, along axis 1
    std::size_t run = 1;      ///< elements in a row of one channel
    std::size_t perGroup = 0, inputsPerGroup = 1;

    [[nodiscard]] std::size_t channelOf(std::size_t element) const {
        const std::size_t at = element / run;
        return at / perGroup / inputsPerGroup * perGroup + at % perGroup;
    }
};

std::optional<ProductWeights> transposedConvWeights(const Node& node, const Tensor& weights) {
    const auto& dims = weights.dims;
    const std::int64_t groups = node.intAttribute("group", 1);
    if (dims.size() < 3 || groups <= 0 || dims[0] % groups != 0)
        return std::nullopt;
    ProductWeights found{node, weights, dims.size()};
    found.perGroup = static_cast<std::size_t>(dims[1]);
    found.inputsPerGroup = static_cast<std::size_t>(dims[0] / groups);
    found.channels = found.perGroup * static_cast<std::size_t>(groups);
    for (std::size_t i = 2; i < dims.size(); ++i)
        found.run *= static_cast<std::size_t>(dims[i]);
    return found;
}

/// Declines a C that beta scales: the result of a Gemm then is not the product plus the bias.
std::optional<ProductWeights> gemmWeights(const Node& node, const Tensor& weights) {
    if (weights.dims.size() != 2 || node.floatAttribute("beta", 1) != 1.0F)
        return std::nullopt;
    const bool transposed = node.intAttribute("transB", 0) != 0;
    ProductWeights found{node, weights, 2};
    found.channels = static_cast<std::size_t>(weights.dims[transposed ? 0 : 1]);
    found.run = transposed ? static_cast<std::size_t>(weights.dims[1]) : 1;
    found.perGroup = found.channels;
    found.inputsPerGroup = transposed ? 1 : static_cast<std::size_t>(weights.dims[0]);
    return found;
}

std::optional<ProductWeights> productBefore(const Rewriter& rewriter, const Node& node,
                                            std::size_t side) {
    for (const char* op : {"ConvTranspose", "Gemm"}) {
        const Node* product = rewriter.soleProducer(node.inputs[side], node, op);
        const auto weights = product ? rewriter.constant(product->inputs[1]) : std::nullopt;
        if (weights && weights->count() > 0)
            return product->is("Gemm") ? gemmWeights(*product, *weights)
                                       : transposedConvWeights(*product, *weights);
    }
    return std::nullopt;
}

/// What the node does to each channel of the product at input `side`.
std::optional<ChannelAffine> affineOf(Rewriter& rewriter, const Node& node, std::size_t side,
                                      const ProductWeights& product) {
    const std::size_t count = product.channels;
    if (node.is("BatchNormalization"))
        return affineOfNormalization(rewriter, node, count);
    const auto each = numbersOfChannels(rewriter, node.inputs[1 - side], product.rank,
                                        static_cast<std::int64_t>(count));
    if (!each)
        return std::nullopt;
    return node.is("Mul") ? ChannelAffine{*each, std::vector<double>(count, 0.0)}
                          : ChannelAffine{std::vector<double>(count, 1.0), *each};
}

/// The bias of the product after the function; nothing where it is not constant.
std::optional<std::vector<double>>
shiftedBias(const Rewriter& rewriter, const ProductWeights& product, const ChannelAffine& affine) {
    std::vector<double> bias(product.channels, 0.0);
    const auto channels = static_cast<std::int64_t>(product.channels);
    if (const ValueId given = Rewriter::input(product.node, 2)) {
        const auto own = numbersOfChannels(rewriter, given, 2, channels);
        // Only a Gemm broadcasts one number.
        if (!own || (!product.node.is("Gemm") && rewriter.dims(given) != std::vector{channels}))
            return std::nullopt;
        bias = *own;
    }
    for (std::size_t i = 0; i < bias.size(); ++i)
        bias[i] = bias[i] * affine.factors[i] + affine.shifts[i];
    return bias;
}

/// The weights times the factors of their channels; nothing where their type does not hold them and
/// the bias, which is noted at `node`.
std::optional<Tensor> scaledWeights(Rewriter& rewriter, const Node& node,
                                    const ProductWeights& product, const ChannelAffine& affine,
                                    const std::vector<double>& bias) {
    std::vector<ChannelFit> fits(product.channels, ChannelFit{product.weights.type});
    for (std::size_t i = 0; i < bias.size(); ++i)
        fits[i].addBias(bias[i]);
    const auto scale = [&](std::span<double> weights, std::size_t first) {
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::size_t channel = product.channelOf(first + i);
            fits[channel].addWeight(weights[i], affine.factors[channel]);
            weights[i] *= affine.factors[channel];
        }
        return true;
    };
    auto made = changedFloats(product.weights, kSomeNumbers, scale);
    if (made && !std::ranges::all_of(fits, &ChannelFit::holds)) {
        noteUnfit(rewriter, node, product.weights.type);
        return std::nullopt;
    }
    return made;
}

bool fuseInto(Rewriter& rewriter, const Node& node, std::size_t side) {
    const auto product = productBefore(rewriter, node, side);
    const auto affine =
        product && product->channels > 0 ? affineOf(rewriter, node, side, *product) : std::nullopt;
    const auto bias = affine ? shiftedBias(rewriter, *product, *affine) : std::nullopt;
    auto weights = bias ? scaledWeights(rewriter, node, *product, *affine, *bias) : std::nullopt;
    if (!weights)
        return false;
    const Node& into = product->node;
    const std::int64_t channels = static_cast<std::int64_t>(product->channels);
    auto shifted = Tensor::ofFloats(weights->type, {channels}, *bias);
    if (!shifted)
        return false;
    if (!node.is("Add"))
        rewriter.replaceConstant(into.id, 1, *std::move(weights));
    if (Rewriter::input(into, 2))
        rewriter.replaceConstant(into.id, 2, *std::move(shifted));
    else if (!node.is("Mul"))
        rewriter.setInput(into.id, 2,
                          rewriter.addConstant(node.graph, Rewriter::nameFor(into) + "_bias",
                                               *std::move(shifted)));
    rewriter.absorb(into.id, node);
    return rewriter.bypass(node, into.outputs[0]);
}

} // namespace

/// Folds what is done to each channel of a product into its weights and bias.
///
/// Before:   Y = F(P(X, W, b))    P: ConvTranspose, Gemm; F: BatchNormalization (inference), Mul or
///           Add of constants
/// After:    Y = P(X, s·W, s·b + t)    F(x) = s·x + t for each channel
/// Shapes:   the constants of Mul and Add: one number, or one for each channel of axis 1; computed in
///           float64, stored in W's type
/// Declines: the product's result is used elsewhere or is a graph output; W, b or a number of F is
///           not constant; a Gemm with a beta other than 1; a number that its type does not hold,
///           such as that of a variance which is not positive
/// Source:   ONNX ConvTranspose-1 … 22, Gemm-7 … 13, Mul-7 … 14, BatchNormalization-7 … 15, Add-7 … 14
bool fuseAffineIntoProduct(Rewriter& rewriter, const Node& node) {
    if (rewriter.opset() < 7) // which broadcast otherwise
        return false;
    if (node.is("BatchNormalization"))
        return isInferenceNormalization(node) && fuseInto(rewriter, node, 0);
    return (node.is("Add") || node.is("Mul")) &&
           (fuseInto(rewriter, node, 0) || fuseInto(rewriter, node, 1));
}

} // namespace partita
