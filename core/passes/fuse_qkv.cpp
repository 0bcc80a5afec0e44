#include "core/passes/passes.h"

namespace partita {

/// Replaces three products of the same tensor by one.
///
/// Before:   Q = MatMul(X, A), K = MatMul(X, B), V = MatMul(X, C)    A, B, C constant matrices
/// After:    Q, K, V = Split(MatMul(X, [A B C]))
/// Shapes:   A [K, N₁], B [K, N₂], C [K, N₃]
/// Declines: X has more or fewer than three such products of one type and with one K; before
///           opset 11, the rank of X is not known
/// Source:   ONNX MatMul-1 … 13, Split-2 … 18
bool fuseQkv(Rewriter& rewriter, const Node& node) {
    if (!node.is("MatMul") || rewriter.opset() < 2)
        return false;
    const ValueId x = node.inputs[0];
    const auto rank = rewriter.rank(x);
    if (!rank && rewriter.opset() < 11) // where an axis is counted from the first only
        return false;
    std::vector<Node> products;
    std::vector<Tensor> weights;
    for (const NodeId reader : rewriter.model().consumers(x)) {
        const Node& each = *rewriter.model().node(reader);
        if (!each.is("MatMul") || each.inputs[0] != x || each.graph != node.graph)
            continue;
        auto weight = rewriter.constant(each.inputs[1]);
        if (!weight || weight->dims.size() != 2 ||
            (!weights.empty() &&
             (weight->dims[0] != weights[0].dims[0] || weight->type != weights[0].type)))
            continue;
        products.push_back(each);
        weights.push_back(*std::move(weight));
    }
    if (products.size() != 3 || products[0].id != node.id || dataTypeBits(weights[0].type) < 8)
        return false;
    const std::int64_t rows = weights[0].dims[0];
    const std::size_t width = dataTypeBits(weights[0].type) / 8;
    std::vector<std::int64_t> parts;
    std::vector<Buffer> sources;
    std::int64_t columns = 0;
    for (const Tensor& weight : weights) {
        const auto bytes = elements(weight);
        if (!bytes)
            return false;
        sources.push_back(*bytes);
        parts.push_back(weight.dims[1]);
        columns += weight.dims[1];
    }
    std::vector<std::byte> joined;
    joined.reserve(static_cast<std::size_t>(rows * columns) * width);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t count = static_cast<std::size_t>(parts[i]) * width;
            const auto from =
                sources[i].bytes().subspan(static_cast<std::size_t>(row) * count, count);
            joined.insert(joined.end(), from.begin(), from.end());
        }
    const auto name = [&](ValueId id) { return rewriter.model().value(id)->name; };
    const ValueId weight = rewriter.addConstant(
        node.graph, name(products[0].inputs[1]) + "_qkv",
        Tensor::fromBytes(weights[0].type, {rows, columns}, Buffer::own(std::move(joined))));
    TypePtr type;
    if (const Shape* shape = rewriter.shape(node.outputs[0])) {
        Shape wide = *shape;
        wide.back() = Dim{columns, {}, {}};
        type = Type::tensor(weights[0].type, wide);
    }
    const ValueId product = rewriter.addValue(node.graph, name(node.outputs[0]) + "_qkv", type);
    const NodeId matmul = rewriter.addNode(node.graph, node.name, "MatMul", {x, weight}, {product},
                                           {products[0].id, products[1].id, products[2].id});
    for (const Node& each : products)
        rewriter.absorb(matmul, each);
    Attributes attributes{Attribute::make("axis", rewriter.opset() < 11 ? *rank - 1 : -1)};
    if (rewriter.opset() < 13)
        attributes.push_back(Attribute::make("split", parts));
    const ValueId sizes =
        rewriter.opset() < 13
            ? ValueId{}
            : rewriter.addConstant(node.graph, name(product) + "_split", Tensor::int64s(parts));
    for (const Node& each : products)
        rewriter.editor().removeNode(each.id); // the Split makes their results now
    const NodeId split = rewriter.addNode(
        node.graph, node.name.empty() ? "" : node.name + "_split", "Split", {product},
        {products[0].outputs[0], products[1].outputs[0], products[2].outputs[0]},
        {products[0].id, products[1].id, products[2].id}, std::move(attributes));
    if (sizes)
        rewriter.setInput(split, 1, sizes);
    return true;
}

} // namespace partita
