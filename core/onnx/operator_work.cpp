#include "core/onnx/operator_work.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/onnx/operator_facts.h"

namespace partita {

namespace {

using Sizes = std::vector<std::int64_t>;

std::optional<Sizes> sizesOf(const Model& model, const IdList<ValueId>& list, std::size_t index) {
    const auto& value = index < list.size() ? model.value(list[index]) : nullptr;
    if (!value)
        return std::nullopt;
    if (value->initializer)
        return value->initializer->dims;
    return value->type && value->type->isTensor() ? staticDims(value->type->shape) : std::nullopt;
}

double count(const Sizes& sizes) {
    double all = 1;
    for (const std::int64_t size : sizes)
        all *= static_cast<double>(size);
    return all;
}

double countOf(const Model& model, const IdList<ValueId>& list, std::size_t index) {
    const auto sizes = sizesOf(model, list, index);
    return sizes ? count(*sizes) : 0;
}

/// The size of an axis counted from the last, which is 0; 1 when there is no such axis.
double fromLast(const Sizes& sizes, std::size_t axis) {
    return axis < sizes.size() ? static_cast<double>(sizes[sizes.size() - 1 - axis]) : 1;
}

double positive(std::int64_t number) {
    return static_cast<double>(std::max<std::int64_t>(1, number));
}

/// A node with the sizes of its operands a and b and of its result; nothing: unknown.
struct Operands {
    const Model& model;
    const Node& node;
    std::optional<Sizes> a, b, result;

    Operands(const Model& m, const Node& n)
        : model(m), node(n), a(sizesOf(m, n.inputs, 0)),
          b(sizesOf(m, n.inputs, operatorFacts(n).has(kScaledOperands) ? 3 : 1)),
          result(sizesOf(m, n.outputs, 0)) {}
    [[nodiscard]] std::optional<Sizes> input(std::size_t index) const {
        return sizesOf(model, node.inputs, index);
    }
};

/// a [… m, k] by b [… k, n]; either may be transposed.
std::optional<MatrixProduct> matrices(const Operands& of) {
    if (!of.a || !of.b || of.a->empty() || of.b->empty())
        return std::nullopt;
    const Sizes &a = *of.a, &b = *of.b;
    const bool left = a.size() > 1 && of.node.intAttribute("transA", 0) != 0,
               right = b.size() > 1 && of.node.intAttribute("transB", 0) != 0;
    MatrixProduct product;
    product.k = fromLast(a, left ? 1 : 0);
    product.n = b.size() > 1 ? fromLast(b, right ? 1 : 0) : 1;
    if (b.size() <= 2) { // one matrix for all rows of a
        product.m = count(a) / std::max(1.0, product.k);
        return product;
    }
    if (!of.result)
        return std::nullopt;
    product.m = a.size() > 1 ? fromLast(a, left ? 0 : 1) : 1;
    product.times = count(*of.result) / std::max(1.0, product.m * product.n);
    return product;
}

/// MatMulNBits, whose K and N are attributes because its weights are packed.
std::optional<MatrixProduct> matrixOfFewBits(const Operands& of) {
    const std::int64_t k = of.node.intAttribute("K", 0), n = of.node.intAttribute("N", 0);
    if (!of.a || k < 1 || n < 1)
        return std::nullopt;
    const double inner = static_cast<double>(k);
    return MatrixProduct{1, count(*of.a) / inner, static_cast<double>(n), inner};
}

/// The weights are [out, in / groups, kernel …], for ConvTranspose [in, out / groups, kernel …].
/// Each position of the result (for ConvTranspose, of the input) is one row of the product.
std::optional<MatrixProduct> convolution(const Operands& of) {
    const bool transposed = of.node.is("ConvTranspose");
    const auto& places = transposed ? of.a : of.result;
    if (!places || !of.b || of.b->size() < 3 || places->size() != of.b->size())
        return std::nullopt;
    const double groups = positive(of.node.intAttribute("group", 1)),
                 channels = positive(of.b->front()), each = count(*of.b) / channels;
    const double rows = count(*places) / channels;
    return transposed ? MatrixProduct{groups, rows, each, channels / groups}
                      : MatrixProduct{groups, rows, channels / groups, each};
}

/// x · W and h · R as one product in each step and direction; W is
/// [directions, gates · hidden, input].
std::optional<MatrixProduct> recurrent(const Operands& of) {
    const auto states = of.input(2);
    if (!of.a || !of.b || of.a->size() != 3 || of.b->size() != 3)
        return std::nullopt;
    const bool batchFirst = of.node.intAttribute("layout", 0) != 0;
    const auto at = [](const Sizes& sizes, std::size_t axis) {
        return static_cast<double>(sizes[axis]);
    };
    const double hidden = states && states->size() == 3
                              ? at(*states, 2)
                              : static_cast<double>(of.node.intAttribute("hidden_size", 1));
    return MatrixProduct{at(*of.a, batchFirst ? 1 : 0) * at(*of.b, 0),
                         at(*of.a, batchFirst ? 0 : 1), at(*of.b, 1), at(*of.b, 2) + hidden};
}

/// Q · Kᵀ and the product of its softmax with V, counted as one product. Q is
/// [batch, heads, length, size] or [batch, length, heads · size].
std::optional<MatrixProduct> attention(const Operands& of) {
    const bool onnx = of.node.isOnnx();
    const auto& q = of.a;
    const auto k = of.input(1), v = of.input(2), past = of.input(onnx ? 4 : 6);
    const bool separate = onnx || of.node.opType == "MultiHeadAttention";
    if (!separate || !q || !k || !v || q->size() != k->size() || v->size() != k->size() ||
        (q->size() != 4 && q->size() != 3))
        return std::nullopt;
    const double length = fromLast(*k, 1) + (past && past->size() == 4 ? fromLast(*past, 1) : 0);
    if (q->size() == 4)
        return MatrixProduct{fromLast(*q, 3) * fromLast(*q, 2), fromLast(*q, 1), length,
                             fromLast(*q, 0) + fromLast(*v, 0)};
    const double heads = positive(of.node.intAttribute(onnx ? "q_num_heads" : "num_heads", 1)),
                 pairs = positive(onnx ? of.node.intAttribute("kv_num_heads", 1)
                                       : of.node.intAttribute("num_heads", 1));
    return MatrixProduct{fromLast(*q, 2) * heads, fromLast(*q, 1), length,
                         fromLast(*q, 0) / heads + fromLast(*v, 0) / pairs};
}

/// An Einsum of two operands. An index that is summed over counts in k, an index of both operands
/// in `times`, an index of one operand in m or n.
std::optional<MatrixProduct> einsum(const Operands& of) {
    std::string equation(of.node.stringAttribute("equation", ""));
    std::erase(equation, ' ');
    const auto comma = equation.find(','), arrow = equation.find("->");
    if (of.node.inputs.size() != 2 || !of.a || !of.b || comma == std::string::npos ||
        arrow == std::string::npos || arrow < comma || equation.find('.') != std::string::npos)
        return std::nullopt;
    const std::string first = equation.substr(0, comma),
                      second = equation.substr(comma + 1, arrow - comma - 1),
                      result = equation.substr(arrow + 2);
    if (first.size() != of.a->size() || second.size() != of.b->size())
        return std::nullopt;
    std::map<char, std::int64_t> sizes;
    for (std::size_t i = 0; i < first.size(); ++i)
        sizes[first[i]] = (*of.a)[i];
    for (std::size_t i = 0; i < second.size(); ++i)
        sizes[second[i]] = std::max(sizes[second[i]], (*of.b)[i]);
    MatrixProduct product;
    for (const auto& [index, size] : sizes) {
        const bool left = first.find(index) != std::string::npos,
                   right = second.find(index) != std::string::npos,
                   kept = result.find(index) != std::string::npos;
        (!kept           ? product.k
         : left && right ? product.times
         : left          ? product.m
                         : product.n) *= static_cast<double>(size);
    }
    return product;
}

std::optional<MatrixProduct> productOf(const Operands& of, OperatorKind kind) {
    switch (kind) {
    case OperatorKind::convolution: return convolution(of);
    case OperatorKind::recurrent: return recurrent(of);
    case OperatorKind::attention: return attention(of);
    default:
        return of.node.is("Einsum")              ? einsum(of)
               : of.node.opType == "MatMulNBits" ? matrixOfFewBits(of)
                                                 : matrices(of);
    }
}

/// `OperatorWork::elements` of a node that is no product.
double elementsOf(const Model& model, const Node& node, OperatorKind kind) {
    switch (kind) {
    case OperatorKind::view: return isView(node) ? 0 : countOf(model, node.outputs, 0);
    case OperatorKind::movement:
    case OperatorKind::assembly:
    case OperatorKind::generator:
    case OperatorKind::control:
    case OperatorKind::container:
    case OperatorKind::opaque: return 0;
    case OperatorKind::reduction:
    case OperatorKind::globalPooling:
    case OperatorKind::search: return countOf(model, node.inputs, 0);
    case OperatorKind::pooling:
        return countOf(model, node.outputs, 0) * count(node.intsAttribute("kernel_shape"));
    default: return countOf(model, node.outputs, 0);
    }
}

} // namespace

std::optional<OperatorWork> operatorWork(const Model& model, const Node& node) {
    const OperatorFacts& facts = operatorFacts(node);
    if (!facts.isProduct())
        return OperatorWork{{}, elementsOf(model, node, facts.kind)};
    const auto product = productOf({model, node}, facts.kind);
    return product ? std::optional(OperatorWork{product, 0}) : std::nullopt;
}

} // namespace partita
