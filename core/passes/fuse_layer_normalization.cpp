#include "core/passes/passes.h"

#include "core/rewrite/fusion_match.h"

namespace partita {

namespace {

struct Normalized {
    ValueId x;
    double epsilon = 0;
    std::vector<NodeId> nodes;
};

/// q = (x − mean x) / √(mean (x − mean x)² + ε)
std::optional<Normalized> normalized(const Rewriter& rewriter, ValueId q) {
    const Node* division = rewriter.producer(q);
    if (!division || !division->is("Div"))
        return std::nullopt;
    const ValueId centred = division->inputs[0];
    const Node* difference = rewriter.producer(centred);
    const Node* root = rewriter.producer(division->inputs[1]);
    if (!difference || !difference->is("Sub") || !root || !root->is("Sqrt"))
        return std::nullopt;
    const Node* mean = rewriter.producer(difference->inputs[1]);
    const Node* sum = rewriter.producer(root->inputs[0]);
    if (!mean || !isMeanOverLast(rewriter, *mean, difference->inputs[0]) || !sum || !sum->is("Add"))
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto epsilon = rewriter.uniform(sum->inputs[1 - side]);
        const Node* variance = rewriter.producer(sum->inputs[side]);
        const Node* square =
            variance && epsilon ? squareOf(rewriter, variance->inputs[0], centred) : nullptr;
        if (square && isMeanOverLast(rewriter, *variance, square->outputs[0]))
            return Normalized{difference->inputs[0],
                              *epsilon,
                              {division->id, root->id, sum->id, variance->id, square->id,
                               difference->id, mean->id}};
    }
    return std::nullopt;
}

/// Whether a constant is a vector as long as the last axis of `x`.
bool fitsLast(const Rewriter& rewriter, ValueId vector, ValueId x) {
    const auto sizes = rewriter.dims(vector);
    const Shape* shape = rewriter.shape(x);
    return sizes && sizes->size() == 1 && shape && !shape->empty() &&
           shape->back().value == (*sizes)[0];
}

} // namespace

/// Writes LayerNormalization as the operator that it is since opset 17.
///
/// Before:   Y = (X − mean X) / √(mean (X − mean X)² + ε) · scale + bias    over the last axis
/// After:    Y = LayerNormalization<axis = −1, epsilon = ε>(X, scale, bias)
/// Shapes:   scale, bias [last size of X]
/// Declines: the opset is below 17; scale or bias have another shape
/// Source:   ONNX LayerNormalization-17
bool fuseLayerNormalization(Rewriter& rewriter, const Node& node) {
    if (!node.is("Add") || rewriter.opset() < 17)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* scaled = rewriter.soleProducer(node.inputs[side], node, "Mul");
        const ValueId bias = node.inputs[1 - side];
        for (const std::size_t factor : {std::size_t{0}, std::size_t{1}}) {
            const auto inner = scaled ? normalized(rewriter, scaled->inputs[factor]) : std::nullopt;
            const ValueId scale = scaled ? scaled->inputs[1 - factor] : ValueId();
            if (!inner || !fitsLast(rewriter, scale, inner->x) ||
                !fitsLast(rewriter, bias, inner->x))
                continue;
            std::vector<NodeId> gone{scaled->id};
            gone.insert(gone.end(), inner->nodes.begin(), inner->nodes.end());
            replaceBy(rewriter, node, "LayerNormalization", {inner->x, scale, bias},
                      {Attribute::make("axis", std::int64_t{-1}),
                       Attribute::make("epsilon", static_cast<float>(inner->epsilon))},
                      gone);
            return true;
        }
    }
    return false;
}

} // namespace partita
