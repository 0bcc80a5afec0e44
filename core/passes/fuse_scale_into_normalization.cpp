#include "core/onnx/operator_facts.h"
#include "core/passes/computed_number.h"
#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

namespace partita {

namespace {

/// A constant of one number for each channel after `change(number, each)`; nothing where a number
/// does not fit into its type.
template <class F>
std::optional<Tensor> changed(const Tensor& tensor, const std::vector<double>& each, F&& change) {
    auto values = elementsAsDoubles(tensor);
    if (!values || values->size() != each.size())
        return std::nullopt;
    for (std::size_t i = 0; i < values->size(); ++i) {
        const std::optional<double> number = change((*values)[i], each[i]);
        if (!number)
            return std::nullopt;
        (*values)[i] = *number;
    }
    auto made = Tensor::ofFloats(tensor.type, tensor.dims, *values);
    return made ? std::optional(*std::move(made)) : std::nullopt;
}

/// The new scale and bias; the scale is empty where it stays.
struct Parameters {
    std::optional<Tensor> scale, bias;
};

Parameters multiplied(const Tensor& scale, const Tensor& bias, const std::vector<double>& each) {
    const auto product = [&](double a, double b) { return productIn(scale.type, a, b); };
    Parameters made{changed(scale, each, product), changed(bias, each, product)};
    return made.scale ? made : Parameters();
}

Parameters shifted(const Tensor& bias, const std::vector<double>& each) {
    return {std::nullopt, changed(bias, each, [&](double a, double b) -> std::optional<double> {
                return fitOf(bias.type, a + b) == Fit::beyond ? std::nullopt : std::optional(a + b);
            })};
}

} // namespace

/// Folds a factor or a summand for each channel into the BatchNormalization before it.
///
/// Before:   Y = Mul(BatchNormalization(X, scale, bias, mean, var), c)
/// After:    Y = BatchNormalization(X, scale·c, bias·c, mean, var)
/// Before:   Y = Add(BatchNormalization(X, scale, bias, mean, var), c)
/// After:    Y = BatchNormalization(X, scale, bias + c, mean, var)
/// Shapes:   scale, bias [C]; c one number or [C, 1, …], perhaps with a leading 1; computed in
///           float64, stored in the type of scale
/// Declines: the result of BatchNormalization is used elsewhere or is a graph output; scale, bias or
///           c is not constant; the rank of X is not known, or c has more axes; training mode; a
///           product or a sum leaves the range of the type
/// Source:   ONNX BatchNormalization-7 … 15, Mul-7 … 14, Add-7 … 14
bool fuseScaleIntoNormalization(Rewriter& rewriter, const Node& node) {
    const bool factor = node.is("Mul");
    if ((!factor && !node.is("Add")) || rewriter.opset() < 7)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* found = rewriter.soleProducer(node.inputs[side], node, "BatchNormalization");
        const auto scale = found ? rewriter.constant(found->inputs[1]) : std::nullopt;
        const auto bias = scale ? rewriter.constant(found->inputs[2]) : std::nullopt;
        const auto rank = bias ? rewriter.rank(found->inputs[0]) : std::nullopt;
        if (!rank || *rank < 2 || !isInferenceNormalization(*found) || scale->type != bias->type)
            continue;
        const auto each = numbersOfChannels(rewriter, node.inputs[1 - side], *rank, scale->count());
        if (!each)
            continue;
        auto made = factor ? multiplied(*scale, *bias, *each) : shifted(*bias, *each);
        if (!made.bias)
            continue;
        const Node normalization = *found;
        if (made.scale)
            rewriter.replaceConstant(normalization.id, 1, *std::move(made.scale));
        rewriter.replaceConstant(normalization.id, 2, *std::move(made.bias));
        rewriter.absorb(normalization.id, node);
        return rewriter.bypass(node, normalization.outputs[0]);
    }
    return false;
}

} // namespace partita
