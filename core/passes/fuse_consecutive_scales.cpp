#include "core/passes/computed_number.h"
#include "core/passes/passes.h"

#include <algorithm>

namespace partita {

namespace {

/// The constant factor of a Mul and the other operand.
struct Scale {
    ValueId constant, other;
};

std::optional<Scale> scaleOf(const Rewriter& rewriter, const Node& node) {
    if (!node.is("Mul") || node.inputs.size() != 2)
        return std::nullopt;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
        if (rewriter.isConstant(node.inputs[side]) && !rewriter.isConstant(node.inputs[1 - side]))
            return Scale{node.inputs[side], node.inputs[1 - side]};
    return std::nullopt;
}

} // namespace

/// Merges two constant factors.
///
/// Before:   Y = Mul(Mul(X, c), d)    c, d constant, one of them a single number
/// After:    Y = Mul(X, c·d)
/// Shapes:   that of the larger factor; computed in float64, stored in the type of the factors
/// Declines: the inner product is read by others; a type of fewer than 16 bits, or no float; the
///           single number has more dimensions than the other factor; the product of two finite
///           factors is not finite in their type, or too small for all its digits
/// Source:   ONNX Mul-7 … 14
bool fuseConsecutiveScales(Rewriter& rewriter, const Node& node) {
    const auto outer = rewriter.opset() >= 7 ? scaleOf(rewriter, node) : std::nullopt;
    const Node* found = outer ? rewriter.soleProducer(outer->other, node, "Mul") : nullptr;
    const auto inner = found ? scaleOf(rewriter, *found) : std::nullopt;
    if (!inner)
        return false;
    const auto c = rewriter.constant(inner->constant), d = rewriter.constant(outer->constant);
    const auto single = [](const Tensor& tensor) { return tensor.count() == 1; };
    if (!c || !d || c->type != d->type || (!single(*c) && !single(*d)))
        return false;
    const Tensor& larger =
        single(*d) && (!single(*c) || c->dims.size() >= d->dims.size()) ? *c : *d;
    const auto x = elementsAsDoubles(*c), y = elementsAsDoubles(*d);
    if (!x || !y || x->empty() || y->empty())
        return false;
    std::vector<double> products;
    for (std::size_t i = 0; i < std::max(x->size(), y->size()); ++i) {
        const double a = (*x)[x->size() == 1 ? 0 : i], b = (*y)[y->size() == 1 ? 0 : i];
        const auto product = productIn(c->type, a, b);
        if (!product)
            return false;
        products.push_back(*product);
    }
    // The rank of the result must stay what it was.
    if (std::max(c->dims.size(), d->dims.size()) != larger.dims.size())
        return false;
    auto tensor = Tensor::ofFloats(c->type, larger.dims, products);
    if (!tensor)
        return false;
    const Node merged = *found;
    const std::string name = rewriter.model().value(outer->constant)->name;
    rewriter.editor().changeNode(node.id, [&](Node& changed) {
        changed.inputs[0] = inner->other;
        changed.inputs[1] = {};
    });
    rewriter.setInput(node.id, 1, rewriter.addConstant(node.graph, name, *std::move(tensor)));
    rewriter.removeIfUnread(merged, node.id);
    return true;
}

} // namespace partita
