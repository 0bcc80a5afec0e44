#include "core/rewrite/fusion_match.h"

#include <algorithm>
#include <cmath>

namespace partita {

bool near(double a, double b) { return std::fabs(a - b) <= 1e-3 * std::fabs(b); }

namespace {

void collect(const Rewriter& rewriter, const Node& mul, Product& product) {
    product.nodes.push_back(mul.id);
    for (const ValueId input : mul.inputs) {
        const auto sizes = rewriter.dims(input);
        const auto number =
            sizes && elementCount(*sizes) == 1 ? rewriter.uniform(input) : std::nullopt;
        if (number)
            product.constant *= *number;
        else if (const Node* inner = rewriter.soleProducer(input, mul, "Mul"))
            collect(rewriter, *inner, product);
        else
            product.factors.push_back(input);
    }
}

} // namespace

std::optional<Product> productOf(const Rewriter& rewriter, const Node& root) {
    if (!root.is("Mul") || root.inputs.size() != 2)
        return std::nullopt;
    Product product;
    collect(rewriter, root, product);
    return product;
}

ValueId operandBeside(const Rewriter& rewriter, const Node& node, std::string_view op,
                      double constant) {
    if (!node.is(op) || node.inputs.size() != 2)
        return {};
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const auto number = rewriter.uniform(node.inputs[side]);
        if (number && near(*number, constant))
            return node.inputs[1 - side];
    }
    return {};
}

bool isMeanOverLast(const Rewriter& rewriter, const Node& mean, ValueId x) {
    if (!mean.is("ReduceMean") || mean.inputs[0] != x || mean.intAttribute("keepdims", 1) != 1)
        return false;
    const auto axes = rewriter.axes(mean, 1);
    const auto rank = rewriter.rank(x);
    return axes && axes->size() == 1 && ((*axes)[0] == -1 || (rank && (*axes)[0] == *rank - 1));
}

const Node* squareOf(const Rewriter& rewriter, ValueId value, ValueId x) {
    const Node* made = rewriter.producer(value);
    if (!made || made->inputs[0] != x)
        return nullptr;
    const bool squares = (made->is("Pow") && rewriter.uniform(made->inputs[1]) == 2) ||
                         (made->is("Mul") && made->inputs[1] == x);
    return squares ? made : nullptr;
}

void replaceBy(Rewriter& rewriter, const Node& root, std::string_view op,
               std::initializer_list<ValueId> inputs, Attributes attributes,
               const std::vector<NodeId>& gone) {
    const Node before = root;
    rewriter.editor().changeNode(before.id, [&](Node& node) {
        node.opType = op;
        node.inputs.assign(inputs.begin(), inputs.end());
        node.attributes = std::make_shared<const Attributes>(std::move(attributes));
    });
    for (const NodeId id : gone) {
        const auto node = rewriter.model().node(id);
        if (node && id != before.id)
            rewriter.removeIfUnread(Node(*node), before.id);
    }
}

} // namespace partita
