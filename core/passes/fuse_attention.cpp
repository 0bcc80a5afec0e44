#include "core/passes/computed_number.h"
#include "core/passes/passes.h"

#include "core/rewrite/fusion_match.h"

namespace partita {

namespace {

bool same(const Dim& a, const Dim& b) {
    return a.value ? a.value == b.value : !a.param.empty() && a.param == b.param && !b.value;
}

/// Whether the mask broadcasts to the scores [batch, heads, length, keys] without making them
/// larger, and has their last size, which Attention does not broadcast.
bool fitsScores(const Shape& mask, const Shape& query, const Dim& keys) {
    if (mask.size() < 2 || mask.size() > 4 || !same(mask.back(), keys))
        return false;
    for (std::size_t back = 2; back <= mask.size(); ++back) {
        const Dim& each = mask[mask.size() - back];
        if (each.value != 1 && !same(each, query[4 - back]))
            return false;
    }
    return true;
}

/// Whether Q, Kᵀ and V are [batch, heads, …] with the same batch and heads, and the mask fits them.
bool fits(const Rewriter& rewriter, const AttentionScores& scores, ValueId value) {
    const Shape *q = rewriter.shape(scores.product->inputs[0]),
                *k = rewriter.shape(scores.product->inputs[1]), *v = rewriter.shape(value);
    if (!q || !k || !v || q->size() != 4 || k->size() != 4 || v->size() != 4)
        return false;
    for (const std::size_t axis : {std::size_t{0}, std::size_t{1}})
        if (!same((*q)[axis], (*k)[axis]) || !same((*q)[axis], (*v)[axis]))
            return false;
    if (!scores.mask)
        return true;
    const Shape* mask = rewriter.shape(scores.mask);
    return mask && fitsScores(*mask, *q, k->back()) &&
           rewriter.elementType(scores.mask) == rewriter.elementType(value);
}

/// K of Kᵀ: the input of the Transpose, itself transposed where more than the last two axes moved.
ValueId keyOf(Rewriter& rewriter, const Node& transpose, NodeId from) {
    auto order = *rewriter.permutation(transpose);
    std::swap(order[2], order[3]);
    if (order == std::vector<std::int64_t>{0, 1, 2, 3})
        return transpose.inputs[0];
    const ValueId key = rewriter.addValue(
        transpose.graph, rewriter.model().value(transpose.outputs[0])->name + "_key", nullptr);
    rewriter.addNode(transpose.graph, transpose.name.empty() ? "" : transpose.name + "_key",
                     "Transpose", {transpose.inputs[0]}, {key}, {transpose.id, from},
                     {Attribute::make("perm", order)});
    return key;
}

} // namespace

/// Replaces attention in single steps by Attention, an operator since opset 23.
///
/// Before:   Y = MatMul(Softmax(MatMul(Q, Kᵀ) · scale + mask), V)    with Kᵀ made by a Transpose
/// After:    Y = Attention<scale>(Q, K, V, mask)
/// Shapes:   Q, K, V [batch, heads, length, size]; mask broadcast to the scores, with their last
///           size
/// Declines: the opset is below 23; batch or heads are not known to be equal; the mask has more
///           batches, heads or rows than the scores; the scores are used elsewhere; Softmax over
///           another axis
/// Source:   ONNX Attention-23 … 24
bool fuseAttention(Rewriter& rewriter, const Node& node) {
    if (!node.is("MatMul") || rewriter.opset() < 23)
        return false;
    const Node* softmax = rewriter.soleProducer(node.inputs[0], node, "Softmax");
    if (!softmax || axisOf(softmax->intAttribute("axis", -1), 4) != 3)
        return false;
    const auto scores = matchAttentionScores(rewriter, softmax->inputs[0]);
    if (!scores || fitOf(DataType::float32, scores->scale) != Fit::normal ||
        !fits(rewriter, *scores, node.inputs[1]))
        return false;
    const Node* turned = rewriter.producer(scores->product->inputs[1]);
    const auto order =
        turned && turned->is("Transpose") ? rewriter.permutation(*turned) : std::nullopt;
    if (!order || order->size() != 4)
        return false;
    std::vector<NodeId> gone{softmax->id};
    gone.insert(gone.end(), scores->nodes.begin(), scores->nodes.end());
    gone.push_back(turned->id);
    const ValueId query = scores->product->inputs[0], value = node.inputs[1];
    const ValueId key = keyOf(rewriter, Node(*turned), node.id);
    WrittenOut attention{"Attention",
                         23,
                         {query, key, value},
                         {Attribute::make("scale", static_cast<float>(scores->scale))},
                         std::move(gone)};
    if (scores->mask)
        attention.inputs.push_back(scores->mask);
    replaceBy(rewriter, node, std::move(attention));
    return true;
}

} // namespace partita
