#include "core/passes/computed_number.h"
#include "core/passes/passes.h"
#include "core/passes/per_channel.h"

#include <algorithm>
#include <cmath>

namespace partita {

namespace {

constexpr std::int64_t kMostElements = 1 << 24; ///< of weights that are multiplied for one node

/// Constant factors of an input: one number, or one for each channel.
struct InputFactors {
    ValueId input;
    std::vector<double> numbers;
};

/// The constant number in a Mul, and the other operand.
std::optional<InputFactors> constantFactor(const Rewriter& rewriter, const Node& mul) {
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
        const auto sizes = rewriter.dims(mul.inputs[side]);
        const auto rank = rewriter.rank(mul.inputs[1 - side]);
        if (!sizes || elementCount(*sizes) != 1 || !rewriter.isConstant(mul.inputs[side]) ||
            (rank ? sizes->size() > *rank : !sizes->empty()))
            continue;
        if (const auto number = rewriter.uniform(mul.inputs[side]);
            number && std::isfinite(*number))
            return InputFactors{mul.inputs[1 - side], {*number}};
    }
    return std::nullopt;
}

/// The constant factors of the channels in a Mul before a Conv, and the other operand, whose shape
/// the factors leave as it is.
std::optional<InputFactors> channelFactors(const Rewriter& rewriter, const Node& mul,
                                           const Tensor& weights, std::int64_t groups) {
    if (weights.dims.size() < 3 || groups < 1 || weights.dims[0] % groups != 0)
        return std::nullopt;
    const std::int64_t channels = weights.dims[1] * groups;
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
        const ValueId input = mul.inputs[1 - side];
        const Shape* shape = rewriter.shape(input);
        if (!shape || shape->size() != weights.dims.size() || (*shape)[1].value != channels)
            continue;
        auto numbers = numbersOfChannels(rewriter, mul.inputs[side], weights.dims.size(), channels);
        if (numbers && std::ranges::all_of(*numbers, [](double x) { return std::isfinite(x); }))
            return InputFactors{input, *std::move(numbers)};
    }
    return std::nullopt;
}

/// The weights of a product whose input has these factors; nothing where a product does not fit.
std::optional<Tensor> weightsOfScaledInput(const Tensor& weights,
                                           const std::vector<double>& factors,
                                           std::int64_t groups) {
    if (factors.size() == 1)
        return changedFloats(weights, kSomeNumbers, [&](std::span<double> numbers, std::size_t) {
            return multiplyIn(weights.type, numbers, factors[0]);
        });
    // [results, channels of a group, window …]: the results of a group read the same channels.
    const auto results = static_cast<std::size_t>(weights.dims[0] / groups),
               channels = static_cast<std::size_t>(weights.dims[1]),
               window = static_cast<std::size_t>(weights.count()) /
                        (static_cast<std::size_t>(weights.dims[0]) * channels);
    return changedFloats(weights, window, [&](std::span<double> numbers, std::size_t first) {
        const std::size_t at = first / window, group = at / channels / results;
        return multiplyIn(weights.type, numbers, factors[group * channels + at % channels]);
    });
}

} // namespace

/// Multiplies the weights by constants once, instead of the input in every run.
///
/// Before:   Y = Conv(Mul(X, c), W, b)  or  MatMul(Mul(X, c), W)    W constant
/// After:    Y = Conv(X, c·W, b)        or  MatMul(X, c·W)
/// Shapes:   c one number, before Conv also one for each channel of X: [C, 1, …], perhaps with a
///           leading 1; computed in float64, stored in W's type
/// Declines: the scaled tensor is read by others; W has more than 2^24 elements or is read by
///           others; a weight would leave the range of float32; float16 and bfloat16, which are
///           not precise enough; a number for each column before MatMul, which is mostly the scale
///           of a normalization
/// Source:   ONNX Conv-1 … 22, MatMul-1 … 13, Mul-7 … 14
bool fuseScaleIntoWeights(Rewriter& rewriter, const Node& node) {
    if ((!node.is("Conv") && !node.is("MatMul")) || rewriter.opset() < 7)
        return false;
    const Node* mul = rewriter.soleProducer(node.inputs[0], node, "Mul");
    const auto weights = mul ? rewriter.constant(node.inputs[1]) : std::nullopt;
    if (!weights || weights->count() == 0 || weights->count() > kMostElements ||
        !rewriter.isReadOnce(node.inputs[1]) ||
        (weights->type != DataType::float32 && weights->type != DataType::float64))
        return false;
    const std::int64_t groups = node.intAttribute("group", 1);
    auto factors = constantFactor(rewriter, *mul);
    if (!factors && node.is("Conv"))
        factors = channelFactors(rewriter, *mul, *weights, groups);
    auto tensor = factors ? weightsOfScaledInput(*weights, factors->numbers, groups) : std::nullopt;
    if (!tensor)
        return false;
    const Node merged = *mul;
    rewriter.setInput(node.id, 0, factors->input);
    rewriter.replaceConstant(node.id, 1, *std::move(tensor));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
