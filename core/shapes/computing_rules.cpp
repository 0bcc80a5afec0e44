// The rules of operators that compute with elements: one by one, along axes, in products.

#include <algorithm>

#include "core/ir/element_type.h"
#include "core/shapes/shape_rules.h"

namespace partita {

std::optional<SymbolicSizes> ShapeRules::broadcastSizes(const SymbolicSizes& a,
                                                        const SymbolicSizes& b) {
    const std::size_t rank = std::max(a.size(), b.size());
    SymbolicSizes sizes(rank);
    const SymbolicSize one{1, {}};
    for (std::size_t i = 1; i <= rank; ++i) {
        const SymbolicSize x = i <= a.size() ? a[a.size() - i] : one,
                           y = i <= b.size() ? b[b.size() - i] : one;
        SymbolicSize& size = sizes[rank - i];
        if (x == y || y == one)
            size = x;
        else if (x == one)
            size = y;
        else if (differ(x, y))
            return std::nullopt;
        else if (const auto number = x.number() ? x.number() : y.number())
            size = {*number, {}}; // the other one is the same or 1
        else
            size = derived('b', std::min(x, y), std::max(x, y));
    }
    return sizes;
}

bool ShapeRules::sameAsInput(const Node& node) {
    const auto* sizes = shape(node, 0);
    if (!sizes)
        return true;
    const SymbolicSizes copy = *sizes;
    setShape(node.outputs[0], copy);
    if (const auto* numbers = elements(node, 0);
        numbers && (node.is("Identity") || node.is("Cast"))) {
        // A Cast to int64 or int32 keeps the numbers.
        const DataType to = castTarget(node);
        if (node.is("Identity") || to == DataType::int64 || to == DataType::int32)
            setElements(node.outputs[0], SymbolicSizes(*numbers));
    }
    return true;
}

/// Softmax and what else works along one axis.
bool ShapeRules::alongAxis(const Node& node) {
    const auto* sizes = shape(node, 0);
    const std::int64_t usual = m_opset < 13 && !node.is("LpNormalization") ? 1 : -1;
    if (sizes && !axisOf(node.intAttribute("axis", usual), sizes->size()))
        return false;
    return sameAsInput(node);
}

/// BatchNormalization and GroupNormalization, whose other inputs have one element for each channel,
/// in the first version of the latter for each group. Before version 9 of the former, `spatial` = 0
/// wants more.
bool ShapeRules::normalizeChannels(const Node& node) {
    const auto* x = shape(node, 0);
    if (!x || node.intAttribute("spatial", 1) == 0)
        return sameAsInput(node);
    const bool byGroup = node.is("GroupNormalization") && m_opset < 21;
    const SymbolicSize each = byGroup         ? SymbolicSize{node.intAttribute("num_groups", 1), {}}
                              : x->size() < 2 ? SymbolicSize{1, {}}
                                              : (*x)[1];
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        const auto* sizes = shape(node, i);
        const auto count = sizes ? productOf(*sizes) : std::nullopt;
        if (count && differ(*count, each))
            return false;
    }
    return sameAsInput(node);
}

/// MeanVarianceNormalization; a scalar ignores its axes.
bool ShapeRules::normalizeAxes(const Node& node) {
    static const std::vector<std::int64_t> kUsual{0, 2, 3};
    const auto* x = shape(node, 0);
    const auto given = node.attribute("axes") ? node.intsAttribute("axes") : kUsual;
    if (x && !x->empty() && !std::ranges::all_of(given, [&](std::int64_t axis) {
            return axisOf(axis, x->size()).has_value();
        }))
        return false;
    return sameAsInput(node);
}

/// Trilu of matrices, and EyeLike of one.
bool ShapeRules::ofMatrices(const Node& node) {
    const auto* x = shape(node, 0);
    if (x && (x->size() < 2 || (x->size() > 2 && node.is("EyeLike"))))
        return false;
    return sameAsInput(node);
}

bool ShapeRules::broadcast(const Node& node) {
    const auto* first = shape(node, 0);
    if (!first)
        return true;
    if (m_opset < 7) // attributes say how the second input is broadcast to the first one
        return sameAsInput(node);
    SymbolicSizes sizes = *first;
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        const auto* next = shape(node, i);
        if (!next)
            return true;
        auto both = broadcastSizes(sizes, *next);
        if (!both)
            return false;
        sizes = *std::move(both);
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::matmul(const Node& node) {
    const auto *a = shape(node, 0), *b = shape(node, node.is("QLinearMatMul") ? 3 : 1);
    if (!a || !b)
        return true;
    if (a->empty() || b->empty() || differ(a->back(), (*b)[b->size() < 2 ? 0 : b->size() - 2]))
        return false;
    if (a->size() < 2 || b->size() < 2)
        return true;
    auto sizes = broadcastSizes(SymbolicSizes(a->begin(), a->end() - 2),
                                SymbolicSizes(b->begin(), b->end() - 2));
    if (!sizes)
        return false;
    sizes->push_back((*a)[a->size() - 2]);
    sizes->push_back(b->back());
    setShape(node.outputs[0], *std::move(sizes));
    return true;
}

bool ShapeRules::gemm(const Node& node) {
    const auto *a = shape(node, 0), *b = shape(node, 1), *c = shape(node, 2);
    if (!a || !b)
        return true;
    if (a->size() != 2 || b->size() != 2)
        return false;
    const std::size_t inner = node.intAttribute("transA", 0) ? 0 : 1,
                      columns = node.intAttribute("transB", 0) ? 0 : 1;
    if (differ((*a)[inner], (*b)[1 - columns]))
        return false;
    SymbolicSizes sizes{(*a)[1 - inner], (*b)[columns]};
    const auto both = c && m_opset >= 7 ? broadcastSizes(sizes, *c) : sizes;
    if (!both || both->size() > 2 || differ((*both)[0], sizes[0]) || differ((*both)[1], sizes[1]))
        return false; // C has to fit into the product
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::reduce(const Node& node) {
    const auto* data = shape(node, 0);
    const bool arg = node.is("ArgMax") || node.is("ArgMin");
    if (!data || (data->empty() && !arg)) // a scalar ignores its axes, as in ONNX Runtime
        return sameAsInput(node);
    const auto given =
        arg ? std::optional(std::vector{node.intAttribute("axis", 0)}) : axes(node, 1);
    if (!given || (given->empty() && node.intAttribute("noop_with_empty_axes", 0) != 0))
        return true;
    std::vector<bool> reduced(data->size(), given->empty());
    for (const std::int64_t axis : *given) {
        const auto at = axisOf(axis, data->size());
        if (!at)
            return false;
        reduced[*at] = true;
    }
    const bool keep = node.intAttribute("keepdims", 1) == 1;
    SymbolicSizes sizes;
    for (std::size_t i = 0; i < data->size(); ++i)
        if (!reduced[i])
            sizes.push_back((*data)[i]);
        else if (keep)
            sizes.push_back({1, {}});
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

/// GatherElements: an element for each index.
bool ShapeRules::asIndices(const Node& node) {
    if (const auto* indices = shape(node, 1))
        setShape(node.outputs[0], SymbolicSizes(*indices));
    return true;
}

/// TopK: as many of an axis as the second input says, and their indices.
bool ShapeRules::largest(const Node& node) {
    const auto* x = shape(node, 0);
    if (!x || m_opset < 10)
        return true;
    const auto axis = axisOf(node.intAttribute("axis", -1), x->size());
    if (!axis)
        return false;
    const auto* count = elements(node, 1);
    SymbolicSizes sizes = *x;
    sizes[*axis] =
        count && count->size() == 1 && isNotNegative((*count)[0]) ? (*count)[0] : m_known.fresh();
    for (const ValueId output : node.outputs)
        setShape(output, sizes);
    return true;
}

/// X [seq, batch, input], W [directions, gates · hidden, input] and R [directions, gates · hidden,
/// hidden] give Y [seq, directions, batch, hidden].
bool ShapeRules::recurrent(const Node& node) {
    const auto *x = shape(node, 0), *w = shape(node, 1), *r = shape(node, 2);
    if (!x || !w || !r)
        return true;
    if (x->size() != 3 || w->size() != 3 || r->size() != 3 || differ((*w)[0], (*r)[0]) ||
        differ((*w)[1], (*r)[1]) || differ((*w)[2], (*x)[2]))
        return false;
    if (node.intAttribute("layout", 0) != 0)
        return true;
    const SymbolicSizes sizes{(*x)[0], (*r)[0], (*x)[1], (*r)[2]};
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        setShape(node.outputs[i], i == 0 ? sizes : SymbolicSizes(sizes.begin() + 1, sizes.end()));
    return true;
}

} // namespace partita
