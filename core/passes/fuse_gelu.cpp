#include "core/passes/passes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/rewrite/fusion_match.h"

namespace partita {

namespace {

const double kRootHalf = std::sqrt(0.5), kRootTwoByPi = std::sqrt(2 / std::numbers::pi);

/// What Gelu's inner function is applied to, or why it is none.
struct Inner {
    ValueId x;
    std::vector<NodeId> nodes;
};

/// u = x / √2, as a product or a quotient.
std::optional<Inner> erfArgument(const Rewriter& rewriter, ValueId u) {
    const Node* made = rewriter.producer(u);
    if (!made)
        return std::nullopt;
    if (made->is("Div") && rewriter.uniform(made->inputs[1]) &&
        near(*rewriter.uniform(made->inputs[1]), std::numbers::sqrt2))
        return Inner{made->inputs[0], {made->id}};
    if (const ValueId x = operandBeside(rewriter, *made, "Mul", kRootHalf))
        return Inner{x, {made->id}};
    return std::nullopt;
}

/// v = √(2/π) · (x + 0.044715 · x³)
std::optional<Inner> tanhArgument(const Rewriter& rewriter, ValueId v) {
    const Node* scaled = rewriter.producer(v);
    const ValueId inner =
        scaled ? operandBeside(rewriter, *scaled, "Mul", kRootTwoByPi) : ValueId();
    const Node* sum = inner ? rewriter.producer(inner) : nullptr;
    if (!sum || !sum->is("Add"))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId x = sum->inputs[side];
        const Node* cubic = rewriter.producer(sum->inputs[1 - side]);
        const auto product = cubic ? productOf(rewriter, *cubic) : std::nullopt;
        if (!product || !near(product->constant, 0.044715))
            continue;
        std::vector<NodeId> nodes{scaled->id, sum->id};
        nodes.insert(nodes.end(), product->nodes.begin(), product->nodes.end());
        if (std::ranges::all_of(product->factors, [&](ValueId each) { return each == x; }) &&
            product->factors.size() == 3)
            return Inner{x, nodes};
        const Node* power =
            product->factors.size() == 1 ? rewriter.producer(product->factors[0]) : nullptr;
        if (power && power->is("Pow") && power->inputs[0] == x &&
            rewriter.uniform(power->inputs[1]) == 3) {
            nodes.push_back(power->id);
            return Inner{x, nodes};
        }
    }
    return std::nullopt;
}

/// t = 1 + Erf(x / √2)  or  1 + Tanh(√(2/π)(x + 0.044715 x³))
std::optional<std::pair<Inner, bool>> sigmoidal(const Rewriter& rewriter, ValueId t) {
    const Node* sum = rewriter.producer(t);
    const ValueId bent = sum ? operandBeside(rewriter, *sum, "Add", 1) : ValueId();
    const Node* function = bent ? rewriter.producer(bent) : nullptr;
    if (!function || (!function->is("Erf") && !function->is("Tanh")))
        return std::nullopt;
    const bool tanh = function->is("Tanh");
    auto inner = tanh ? tanhArgument(rewriter, function->inputs[0])
                      : erfArgument(rewriter, function->inputs[0]);
    if (!inner)
        return std::nullopt;
    inner->nodes.insert(inner->nodes.begin(), {sum->id, function->id});
    return std::pair(*inner, tanh);
}

} // namespace

/// Writes Gelu as the operator that it is since opset 20.
///
/// Before:   Y = 0.5 · X · (1 + Erf(X / √2)),  or with Tanh(√(2/π) (X + 0.044715 X³))
/// After:    Y = Gelu(X),  or Gelu<approximate = "tanh">(X)
/// Declines: the opset is below 20
/// Source:   ONNX Gelu-20
bool fuseGelu(Rewriter& rewriter, const Node& node) {
    const auto product = rewriter.opset() >= 20 ? productOf(rewriter, node) : std::nullopt;
    if (!product || product->factors.size() != 2 || !near(product->constant, 0.5))
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto found = sigmoidal(rewriter, product->factors[side]);
        if (!found || found->first.x != product->factors[1 - side])
            continue;
        std::vector<NodeId> gone = product->nodes;
        gone.insert(gone.end(), found->first.nodes.begin(), found->first.nodes.end());
        Attributes attributes;
        if (found->second)
            attributes.push_back(Attribute::string("approximate", "tanh"));
        replaceBy(rewriter, node, "Gelu", {found->first.x}, std::move(attributes), gone);
        return true;
    }
    return false;
}

} // namespace partita
