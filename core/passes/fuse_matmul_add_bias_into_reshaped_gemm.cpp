#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

bool isOp(const Rewriter& rewriter, NodeId id, std::string_view op) {
    const Node* node = rewriter.node(id);
    return node && node->is(op);
}

/// The sum of attention that a LayerNormalization feeds: three MatMul read its result (query, key,
/// value), and one Add, whose other operand is the sum that projects attention's result. None: the
/// node is no such normalization.
NodeId projectionBesideAttention(const Rewriter& rewriter, NodeId normalization) {
    const Model& model = rewriter.model();
    if (!isOp(rewriter, normalization, "LayerNormalization"))
        return {};
    const ValueId result = model.node(normalization)->outputs[0];
    NodeId residual;
    std::size_t products = 0, sums = 0;
    for (const NodeId reader : model.consumers(result)) {
        products += isOp(rewriter, reader, "MatMul");
        if (isOp(rewriter, reader, "Add")) {
            ++sums;
            residual = reader;
        } else if (!isOp(rewriter, reader, "MatMul") && !isOp(rewriter, reader, "Shape")) {
            return {};
        }
    }
    if (products != 3 || sums != 1)
        return {};
    const Node& add = *model.node(residual);
    const NodeId other = model.producer(add.inputs[add.inputs[0] == result ? 1 : 0]);
    return isOp(rewriter, other, "Add") ? other : NodeId{};
}

/// Whether the product and its sum are one of the four of attention, which ONNX Runtime leaves for
/// a fusion of the whole.
bool isPartOfAttention(const Rewriter& rewriter, const Node& product, const Node& sum) {
    const Model& model = rewriter.model();
    if (projectionBesideAttention(rewriter, model.producer(product.inputs[0])))
        return true;
    for (const NodeId residual : model.consumers(sum.outputs[0]))
        if (isOp(rewriter, residual, "Add"))
            for (const ValueId operand : model.node(residual)->inputs)
                if (projectionBesideAttention(rewriter, model.producer(operand)) == sum.id)
                    return true;
    return false;
}

bool isGemmType(DataType type) {
    return type == DataType::float32 || type == DataType::float16 || type == DataType::bfloat16;
}

} // namespace

/// Replaces a MatMul of more axes than two and the Add of a bias by Gemm between two Reshape.
///
/// Before:   Y = Add(MatMul(A, B), C)
/// After:    Y = Reshape(Gemm(Reshape(A, [M, K]), B, C), [..., N])
/// Shapes:   A [..., K] with M elements in all other axes, or [K]; B [K, N], C [N]; all known
/// Declines: A has two axes or an empty one; the product is read by others; not a float type of up
///           to 32 bits; one of the four products of attention beside a LayerNormalization
/// Source:   ONNX Gemm-7 … 13, MatMul-1 … 13, Add-7 … 14; ONNX Runtime's MatMulAddFusion
bool fuseMatmulAddBiasIntoReshapedGemm(Rewriter& rewriter, const Node& node) {
    if (!node.is("Add") || rewriter.opset() < 7)
        return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Node* found = rewriter.soleProducer(node.inputs[side], node, "MatMul");
        const auto a = found ? rewriter.dims(found->inputs[0]) : std::nullopt;
        const auto b = found ? rewriter.dims(found->inputs[1]) : std::nullopt;
        const ValueId bias = node.inputs[1 - side];
        if (!a || !b || a->empty() || a->size() == 2 || b->size() != 2 || a->back() != (*b)[0] ||
            rewriter.dims(bias) != std::vector{(*b)[1]} || std::ranges::count(*a, 0) > 0 ||
            std::ranges::count(*b, 0) > 0)
            continue;
        const DataType type = rewriter.elementType(found->inputs[0]);
        if (!isGemmType(type) || isPartOfAttention(rewriter, *found, node))
            continue;
        const Node product = *found;
        const auto count = elementCount(*a);
        if (!count)
            continue;
        const std::int64_t columns = (*b)[1], depth = (*b)[0], rows = *count / depth;
        auto target = *a;
        target.back() = columns;
        const auto matrix = [&](std::int64_t width) {
            Shape shape(2);
            shape[0].value = rows;
            shape[1].value = width;
            return Type::tensor(type, std::move(shape));
        };
        const std::string name = Rewriter::nameFor(product);
        const ValueId lines = rewriter.addValue(node.graph, name + "/rows", matrix(depth));
        const ValueId flat =
            rewriter.addConstant(node.graph, name + "/rows_shape", Tensor::int64s({rows, depth}));
        const ValueId back = rewriter.addConstant(
            node.graph, rewriter.model().value(node.outputs[0])->name + "_shape",
            Tensor::int64s(target));
        rewriter.addNode(node.graph, name + "/Reshape", "Reshape", {product.inputs[0], flat},
                         {lines}, {product.id});
        rewriter.editor().changeNode(product.id, [&](Node& gemm) {
            gemm.opType = "Gemm";
            gemm.inputs = {lines, product.inputs[1], bias};
        });
        rewriter.editor().changeValue(product.outputs[0],
                                      [&](Value& value) { value.type = matrix(columns); });
        rewriter.editor().changeNode(node.id, [&](Node& reshape) {
            reshape.opType = "Reshape";
            reshape.inputs = {product.outputs[0], back};
        });
        return true;
    }
    return false;
}

} // namespace partita
