#include "core/rewrite/fusion_match.h"

#include <algorithm>
#include <cmath>

namespace partita {

bool near(double a, double b) {
    constexpr double kHalfRounding = 0x1p-11;
    return std::fabs(a - b) <= kHalfRounding * std::fabs(b);
}

namespace {

void collect(const PatternGraph& graph, const Node& mul, Product& product) {
    product.nodes.push_back(mul.id);
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const ValueId input = mul.inputs[side];
        if (const auto number = numberBeside(graph, input, mul.inputs[1 - side]))
            product.constant *= *number;
        else if (const Node* inner = graph.soleProducer(input, mul, "Mul"))
            collect(graph, *inner, product);
        else
            product.factors.push_back(input);
    }
}

} // namespace

std::optional<Product> productOf(const PatternGraph& graph, const Node& root) {
    if (!root.is("Mul") || root.inputs.size() != 2)
        return std::nullopt;
    Product product;
    collect(graph, root, product);
    return product;
}

std::optional<double> numberBeside(const PatternGraph& graph, ValueId value, ValueId other) {
    const auto number = graph.scalar(value);
    const auto rank = number ? graph.rank(value) : std::nullopt;
    return rank && (*rank == 0 || graph.rank(other) >= *rank) ? number : std::nullopt;
}

std::optional<std::pair<ValueId, double>> scaledByNumber(const PatternGraph& graph,
                                                         const Node& node) {
    if (node.is("Div"))
        if (const auto by = numberBeside(graph, node.inputs[1], node.inputs[0]); by && *by != 0)
            return std::pair(node.inputs[0], 1 / *by);
    if (node.is("Mul"))
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
            if (const auto by = numberBeside(graph, node.inputs[side], node.inputs[1 - side]))
                return std::pair(node.inputs[1 - side], *by);
    return std::nullopt;
}

ValueId operandBeside(const PatternGraph& graph, const Node& node, std::string_view op,
                      double constant) {
    if (!node.is(op) || node.inputs.size() != 2)
        return {};
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto number = numberBeside(graph, node.inputs[side], node.inputs[1 - side]);
        if (number && near(*number, constant))
            return node.inputs[1 - side];
    }
    return {};
}

bool isDividedBy(const PatternGraph& graph, const Node& node, double divisor) {
    if (!node.is("Div"))
        return false;
    const auto number = numberBeside(graph, node.inputs[1], node.inputs[0]);
    return number && near(*number, divisor);
}

bool isPower(const PatternGraph& graph, const Node& node, double exponent) {
    return node.is("Pow") && numberBeside(graph, node.inputs[1], node.inputs[0]) == exponent;
}

bool isMeanOverLast(const PatternGraph& graph, const Node& mean, ValueId x) {
    if (!mean.is("ReduceMean") || mean.inputs[0] != x || !keepsReducedAxes(mean))
        return false;
    const auto axes = graph.axes(mean, 1);
    const auto rank = graph.rank(x);
    return axes && axes->size() == 1 &&
           (rank ? axisOf((*axes)[0], *rank) == *rank - 1 : (*axes)[0] == -1);
}

const Node* squareOf(const PatternGraph& graph, ValueId value, ValueId x) {
    const Node* made = graph.producer(value);
    if (!made || made->inputs.empty() || made->inputs[0] != x)
        return nullptr;
    return isPower(graph, *made, 2) || (made->is("Mul") && made->inputs[1] == x) ? made : nullptr;
}

void replaceBy(Rewriter& rewriter, const Node& root, WrittenOut found) {
    const Node before = root;
    rewriter.editor().changeNode(before.id, [&](Node& node) {
        node.opType = SharedString(found.op);
        node.inputs.assign(found.inputs.begin(), found.inputs.end());
        node.attributes = std::make_shared<const Attributes>(std::move(found.attributes));
    });
    for (const NodeId id : found.nodes) {
        const auto node = rewriter.model().node(id);
        if (node && id != before.id)
            rewriter.removeIfUnread(Node(*node), before.id);
    }
}

} // namespace partita
