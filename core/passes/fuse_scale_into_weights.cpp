#include "core/passes/computed_number.h"
#include "core/passes/passes.h"

#include <cmath>

namespace partita {

namespace {

constexpr std::int64_t kMostElements = 1 << 24; ///< of weights that are multiplied for one node

/// The constant number in a Mul, and the other operand.
std::optional<std::pair<double, ValueId>> constantFactor(const Rewriter& rewriter,
                                                         const Node& mul) {
    for (const std::size_t side : {std::size_t{1}, std::size_t{0}}) {
        const auto sizes = rewriter.dims(mul.inputs[side]);
        const auto rank = rewriter.rank(mul.inputs[1 - side]);
        if (!sizes || elementCount(*sizes) != 1 || !rewriter.isConstant(mul.inputs[side]) ||
            (rank ? sizes->size() > *rank : !sizes->empty()))
            continue;
        if (const auto number = rewriter.uniform(mul.inputs[side]);
            number && std::isfinite(*number))
            return std::pair(*number, mul.inputs[1 - side]);
    }
    return std::nullopt;
}

} // namespace

/// Multiplies the weights by a constant once, instead of the input in every run.
///
/// Before:   Y = Conv(Mul(X, c), W, b)  or  MatMul(Mul(X, c), W)    c one number, W constant
/// After:    Y = Conv(X, c·W, b)        or  MatMul(X, c·W)
/// Shapes:   computed in float64, stored in W's type
/// Declines: the scaled tensor is read by others; W has more than 2^24 elements or is read by
///           others; a weight would leave the range of float32; float16 and bfloat16, which are
///           not precise enough
/// Source:   ONNX Conv-1 … 22, MatMul-1 … 13, Mul-7 … 14
bool fuseScaleIntoWeights(Rewriter& rewriter, const Node& node) {
    if ((!node.is("Conv") && !node.is("MatMul")) || rewriter.opset() < 7)
        return false;
    const Node* mul = rewriter.soleProducer(node.inputs[0], node, "Mul");
    const auto scale = mul ? constantFactor(rewriter, *mul) : std::nullopt;
    const auto weights = scale ? rewriter.constant(node.inputs[1]) : std::nullopt;
    if (!weights || weights->count() > kMostElements || !rewriter.isReadOnce(node.inputs[1]) ||
        (weights->type != DataType::float32 && weights->type != DataType::float64))
        return false;
    auto tensor =
        changedFloats(*weights, kSomeNumbers, [&](std::span<double> numbers, std::size_t) {
            return multiplyIn(weights->type, numbers, scale->first);
        });
    if (!tensor)
        return false;
    const Node merged = *mul;
    rewriter.setInput(node.id, 0, scale->second);
    rewriter.replaceConstant(node.id, 1, *std::move(tensor));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
