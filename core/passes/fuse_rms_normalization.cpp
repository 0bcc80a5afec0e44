#include "core/passes/computed_number.h"
#include "core/passes/passes.h"

#include "core/rewrite/fusion_match.h"

namespace partita {

namespace {

struct Inverse {
    ValueId x;
    double epsilon = 0;
    std::vector<NodeId> nodes;
};

/// r = 1 / √(mean x² + ε), as Reciprocal or as a quotient.
std::optional<Inverse> inverseRoot(const Rewriter& rewriter, ValueId r) {
    const Node* made = rewriter.producer(r);
    if (!made)
        return std::nullopt;
    const bool quotient = made->is("Div") && rewriter.uniform(made->inputs[0]) == 1;
    if (!quotient && !made->is("Reciprocal"))
        return std::nullopt;
    const Node* root = rewriter.producer(made->inputs[quotient ? 1 : 0]);
    const Node* sum = root && root->is("Sqrt") ? rewriter.producer(root->inputs[0]) : nullptr;
    if (!sum || !sum->is("Add"))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto epsilon = numberBeside(rewriter, sum->inputs[1 - side], sum->inputs[side]);
        const Node* mean = rewriter.producer(sum->inputs[side]);
        const Node* square = mean && epsilon ? rewriter.producer(mean->inputs[0]) : nullptr;
        if (!square || (*epsilon != 0 && fitOf(DataType::float32, *epsilon) != Fit::normal) ||
            !squareOf(rewriter, mean->inputs[0], square->inputs[0]) ||
            !isMeanOverLast(rewriter, *mean, mean->inputs[0]))
            continue;
        return Inverse{
            square->inputs[0], *epsilon, {made->id, root->id, sum->id, mean->id, square->id}};
    }
    return std::nullopt;
}

} // namespace

/// Replaces RMS normalization in single steps by RMSNormalization, an operator since opset 23.
///
/// Before:   Y = X · 1 / √(mean X² + ε) · scale    over the last axis
/// After:    Y = RMSNormalization<axis = −1, epsilon = ε>(X, scale)
/// Shapes:   scale [last size of X]
/// Declines: the opset is below 23; scale has another shape
/// Source:   ONNX RMSNormalization-23
bool fuseRmsNormalization(Rewriter& rewriter, const Node& node) {
    const auto product = rewriter.opset() >= 23 ? productOf(rewriter, node) : std::nullopt;
    if (!product || product->factors.size() != 3 || product->constant != 1)
        return false;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto inverse = inverseRoot(rewriter, product->factors[i]);
        if (!inverse)
            continue;
        for (const std::size_t other : {(i + 1) % 3, (i + 2) % 3}) {
            const ValueId scale = product->factors[3 - i - other];
            const auto sizes = rewriter.dims(scale);
            const Shape* shape = rewriter.shape(inverse->x);
            if (product->factors[other] != inverse->x || !sizes || sizes->size() != 1 || !shape ||
                shape->empty() || shape->back().value != (*sizes)[0])
                continue;
            std::vector<NodeId> gone = product->nodes;
            gone.insert(gone.end(), inverse->nodes.begin(), inverse->nodes.end());
            replaceBy(rewriter, node,
                      {"RMSNormalization",
                       23,
                       {inverse->x, scale},
                       {Attribute::make("axis", std::int64_t{-1}),
                        Attribute::make("epsilon", static_cast<float>(inverse->epsilon))},
                       std::move(gone)});
            return true;
        }
    }
    return false;
}

} // namespace partita
