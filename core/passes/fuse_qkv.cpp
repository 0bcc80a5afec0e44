#include "core/passes/passes.h"

namespace partita {

namespace {

/// The products of one tensor with constant matrices of one type and one number of rows.
struct SharedProducts {
    std::vector<Node> nodes;
    std::vector<Tensor> weights;
};

SharedProducts productsOf(ValueId x, GraphId graph, const Rewriter& rewriter) {
    SharedProducts found;
    for (const NodeId reader : rewriter.model().consumers(x)) {
        const Node* node = rewriter.node(reader);
        if (!node || !node->is("MatMul") || node->inputs[0] != x || node->graph != graph)
            continue;
        auto weight = rewriter.constant(node->inputs[1]);
        if (!weight || weight->dims.size() != 2)
            continue;
        const Tensor& first = found.weights.empty() ? *weight : found.weights[0];
        if (weight->dims[0] != first.dims[0] || weight->type != first.type)
            continue;
        found.nodes.push_back(*node);
        found.weights.push_back(*std::move(weight));
    }
    return found;
}

/// Matrices side by side; nothing if their elements cannot be read.
std::optional<Tensor> sideBySide(const std::vector<Tensor>& matrices) {
    const std::int64_t rows = matrices[0].dims[0];
    const std::size_t width = dataTypeBits(matrices[0].type) / 8;
    std::vector<Buffer> sources;
    std::int64_t columns = 0;
    for (const Tensor& matrix : matrices) {
        const auto bytes = elements(matrix);
        if (!bytes)
            return std::nullopt;
        sources.push_back(*bytes);
        columns += matrix.dims[1];
    }
    std::vector<std::byte> joined;
    joined.reserve(static_cast<std::size_t>(rows * columns) * width);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            const std::size_t count = static_cast<std::size_t>(matrices[i].dims[1]) * width;
            const auto from =
                sources[i].bytes().subspan(static_cast<std::size_t>(row) * count, count);
            joined.insert(joined.end(), from.begin(), from.end());
        }
    return Tensor::fromBytes(matrices[0].type, {rows, columns}, Buffer::own(std::move(joined)));
}

} // namespace

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
    const auto [products, weights] = productsOf(x, node.graph, rewriter);
    if (products.size() != 3 || products[0].id != node.id || dataTypeBits(weights[0].type) < 8)
        return false;
    auto joined = sideBySide(weights);
    if (!joined)
        return false;
    const std::int64_t columns = joined->dims[1];
    std::vector<std::int64_t> parts;
    for (const Tensor& weight : weights)
        parts.push_back(weight.dims[1]);
    const auto name = [&](ValueId id) { return rewriter.model().value(id)->name; };
    const ValueId weight =
        rewriter.addConstant(node.graph, name(products[0].inputs[1]) + "_qkv", *std::move(joined));
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
    Attributes attributes{
        Attribute::make("axis", rewriter.opset() < 11 ? static_cast<std::int64_t>(*rank) - 1 : -1)};
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
