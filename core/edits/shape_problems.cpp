#include "core/edits/shape_problems.h"

#include <algorithm>

#include "core/ir/constants.h"
#include "core/ir/input_shape.h"
#include "core/ir/tensor.h"
#include "core/onnx/operator_facts.h"

namespace partita::edits {

namespace {

using Size = std::optional<std::int64_t>;

bool differ(const Size& a, const Size& b) { return a && b && *a != *b; }
bool broadcasts(const Size& a, const Size& b) { return !differ(a, b) || *a == 1 || *b == 1; }

/// Whether two shapes broadcast, without their last `without` dimensions.
bool broadcasts(const Shape& a, const Shape& b, std::size_t without) {
    for (std::size_t i = without + 1; i <= std::min(a.size(), b.size()); ++i)
        if (!broadcasts(a[a.size() - i].value, b[b.size() - i].value))
            return false;
    return true;
}

ShapeProblem misfit(std::size_t input, const Shape& a, const Shape& b) {
    return {input, PARTITA_TEXT("{0} and {1} do not broadcast", shapeText(a), shapeText(b))};
}

std::optional<ShapeProblem> ofElements(const Model& model, const Node& node) {
    for (std::size_t i = 1; i < node.inputs.size(); ++i)
        for (std::size_t before = 0; before < i; ++before) {
            const Shape *a = inputShape(model, node, before), *b = inputShape(model, node, i);
            if (a && b && !broadcasts(*a, *b, 0))
                return misfit(i, *a, *b);
        }
    return std::nullopt;
}

ShapeProblem noProduct(const Shape& a, const Shape& b) {
    return {1, PARTITA_TEXT("a product of {0} and {1} does not exist: the inner sizes differ",
                            shapeText(a), shapeText(b))};
}

std::optional<ShapeProblem> ofMatMul(const Model& model, const Node& node) {
    const Shape *a = inputShape(model, node, 0), *b = inputShape(model, node, 1);
    if (!a || !b)
        return std::nullopt;
    if (a->empty() || b->empty())
        return ShapeProblem{a->empty() ? 0U : 1U, PARTITA_TEXT("a matrix product takes no scalar")};
    if (differ(a->back().value, (*b)[b->size() < 2 ? 0 : b->size() - 2].value))
        return noProduct(*a, *b);
    if (!broadcasts(*a, *b, 2))
        return misfit(1, *a, *b);
    return std::nullopt;
}

std::optional<ShapeProblem> ofGemm(const Model& model, const Node& node) {
    const Shape *a = inputShape(model, node, 0), *b = inputShape(model, node, 1),
                *c = inputShape(model, node, 2);
    for (const std::size_t i : {0U, 1U})
        if (const Shape* shape = i == 0 ? a : b; shape && shape->size() != 2)
            return ShapeProblem{i, PARTITA_TEXT("{0} is no matrix", shapeText(*shape))};
    const bool transA = node.intAttribute("transA", 0) != 0,
               transB = node.intAttribute("transB", 0) != 0;
    if (a && b && differ((*a)[transA ? 0 : 1].value, (*b)[transB ? 1 : 0].value))
        return noProduct(*a, *b);
    if (!a || !b || !c)
        return std::nullopt;
    const Shape product{(*a)[transA ? 1 : 0], (*b)[transB ? 0 : 1]};
    if (c->size() > 2 || !broadcasts(product, *c, 0))
        return misfit(2, product, *c);
    return std::nullopt;
}

std::optional<ShapeProblem> ofConcat(const Model& model, const Node& node) {
    const Shape* first = nullptr;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const Shape* shape = inputShape(model, node, i);
        if (!shape)
            continue;
        if (!first) {
            first = shape;
            if (!axisOf(node.intAttribute("axis", 1), first->size()))
                return ShapeProblem{i, PARTITA_TEXT("{0} has no axis {1}", shapeText(*first),
                                                    node.intAttribute("axis", 1))};
            continue;
        }
        const auto axis = axisOf(node.intAttribute("axis", 1), first->size());
        bool fits = shape->size() == first->size();
        for (std::size_t d = 0; fits && d < shape->size(); ++d)
            fits = d == *axis || !differ((*first)[d].value, (*shape)[d].value);
        if (!fits)
            return ShapeProblem{i, PARTITA_TEXT("{0} and {1} cannot be joined along axis {2}",
                                                shapeText(*first), shapeText(*shape), *axis)};
    }
    return std::nullopt;
}

std::optional<ShapeProblem> ofConv(const Model& model, const Node& node) {
    const Shape *x = inputShape(model, node, 0), *w = inputShape(model, node, 1);
    if (!x || !w)
        return std::nullopt;
    if (x->size() != w->size() || x->size() < 3)
        return ShapeProblem{
            1, PARTITA_TEXT("weights {0} do not fit an input {1}", shapeText(*w), shapeText(*x))};
    const std::int64_t group = node.intAttribute("group", 1);
    const Size channels = (*x)[1].value, each = (*w)[1].value;
    if (channels && each && group > 0 && group <= *channels && *channels % group == 0 &&
        *channels / group == *each)
        return std::nullopt;
    if (!channels || !each)
        return std::nullopt;
    return ShapeProblem{1, PARTITA_TEXT("weights {0} with group {1} do not fit an input {2}",
                                        shapeText(*w), group, shapeText(*x))};
}

/// A constant shape that has no room for the elements, or more than there are.
std::optional<ShapeProblem> ofReshape(const Model& model, const Node& node) {
    const Shape* data = inputShape(model, node, 0);
    const auto dims = data ? staticDims(*data) : std::nullopt;
    const auto count = dims ? elementCount(*dims) : std::nullopt;
    const auto wanted = node.inputs.size() == 2 ? constantOf(model, node.inputs[1]) : std::nullopt;
    const auto numbers =
        count && wanted ? elementsAsInts(*wanted, 64) : Result<std::vector<std::int64_t>>(Error());
    if (!numbers)
        return std::nullopt;
    const bool zeroCopies = node.intAttribute("allowzero", 0) == 0;
    bool isOpen = false;
    std::vector<std::int64_t> sizes;
    for (std::size_t i = 0; i < numbers->size(); ++i) {
        const std::int64_t size = (*numbers)[i];
        if (size == 0 && zeroCopies && i >= dims->size())
            return std::nullopt;
        isOpen = isOpen || size == -1;
        if (size != -1)
            sizes.push_back(size == 0 && zeroCopies ? (*dims)[i] : size);
    }
    const auto room = elementCount(sizes);
    if (!room || (isOpen ? *room != 0 && *count % *room == 0 : *room == *count))
        return std::nullopt;
    return ShapeProblem{1, PARTITA_TEXT("{0} cannot become the constant shape", shapeText(*data))};
}

} // namespace

std::optional<ShapeProblem> shapeProblem(const Model& model, const Node& node) {
    if (node.is("MatMul"))
        return ofMatMul(model, node);
    if (node.is("Gemm"))
        return ofGemm(model, node);
    if (node.is("Concat"))
        return ofConcat(model, node);
    if (node.is("Conv"))
        return ofConv(model, node);
    if (node.is("Reshape"))
        return ofReshape(model, node);
    return node.isOnnx() && operatorFacts(node).kind == OperatorKind::broadcasting
               ? ofElements(model, node)
               : std::nullopt;
}

} // namespace partita::edits
