// The rules of operators that models compute shapes with: Shape, Gather, Slice, Concat and
// arithmetic.

#include <algorithm>

#include "core/shapes/shape_rules.h"

namespace partita {

SymbolicSize ShapeRules::derived(char operation, const SymbolicSize& a, const SymbolicSize& b) {
    const bool swaps = operation == '+' && b < a;
    const auto key = std::pair(operation, swaps ? std::pair(b, a) : std::pair(a, b));
    const auto [at, isNew] = m_known.m_derived.try_emplace(key, m_known.m_next);
    m_known.m_next += isNew;
    if (isNew && (operation == '-' || !isNotNegative(a) || !isNotNegative(b)))
        m_known.m_signed.insert(at->second);
    return {1, {at->second}};
}

bool ShapeRules::isNotNegative(const SymbolicSize& size) const {
    return size.factor >= 0 && std::ranges::none_of(size.symbols, [&](std::uint32_t symbol) {
               return m_known.m_signed.contains(symbol);
           });
}

SymbolicSize ShapeRules::combine(std::string_view op, const SymbolicSize& a,
                                 const SymbolicSize& b) {
    if (op == "Mul")
        if (const auto product = times(a, b))
            return *product;
    if (op == "Div" && b.factor > 0)
        if (const auto quotient = dividedBy(a, b))
            return *quotient;
    if ((op == "Add" || op == "Sub") && a.symbols == b.symbols) {
        SymbolicSize sum = a;
        const bool overflows = op == "Add"
                                   ? __builtin_add_overflow(a.factor, b.factor, &sum.factor)
                                   : __builtin_sub_overflow(a.factor, b.factor, &sum.factor);
        if (!overflows)
            return sum.factor == 0 ? SymbolicSize{0, {}} : sum;
    }
    if ((op == "Add" && b.number() == 0) || (op == "Sub" && b.number() == 0))
        return a;
    if (op == "Add" && a.number() == 0)
        return b;
    return derived(op == "Add" ? '+' : op == "Sub" ? '-' : op == "Mul" ? '*' : '/', a, b);
}

bool ShapeRules::arithmetic(const Node& node) {
    if (!broadcast(node))
        return false;
    const auto *a = elements(node, 0), *b = elements(node, 1);
    if (a && b && (a->size() == b->size() || a->size() == 1 || b->size() == 1)) {
        const SymbolicSizes x = *a, y = *b;
        SymbolicSizes results;
        const std::size_t count =
            x.size() == 1 ? y.size() : x.size(); // sizes 0 and 1 broadcast to 0
        for (std::size_t i = 0; i < count; ++i)
            results.push_back(
                combine(node.opType.str(), x[x.size() == 1 ? 0 : i], y[y.size() == 1 ? 0 : i]));
        setElements(node.outputs[0], std::move(results));
    }
    return true;
}

/// The result of Equal where it can be proven; a size never equals a negative number.
bool ShapeRules::comparison(const Node& node) {
    if (!broadcast(node))
        return false;
    const auto *a = elements(node, 0), *b = elements(node, 1);
    if (!node.is("Equal") || !a || !b ||
        (a->size() != b->size() && a->size() != 1 && b->size() != 1))
        return true;
    SymbolicSizes results;
    const std::size_t count = a->size() == 1 ? b->size() : a->size();
    for (std::size_t i = 0; i < count; ++i) {
        const SymbolicSize &x = (*a)[a->size() == 1 ? 0 : i], &y = (*b)[b->size() == 1 ? 0 : i];
        const auto p = x.number(), q = y.number();
        if (x == y)
            results.push_back({1, {}});
        else if (p && q)
            results.push_back({*p == *q, {}});
        else if ((p && *p < 0 && isNotNegative(y)) || (q && *q < 0 && isNotNegative(x)))
            results.push_back({0, {}});
        else
            return true;
    }
    setElements(node.outputs[0], std::move(results));
    return true;
}

bool ShapeRules::choice(const Node& node) {
    if (!broadcast(node))
        return false;
    const auto *which = elements(node, 0), *a = elements(node, 1), *b = elements(node, 2);
    if (!which || !a || !b)
        return true;
    const std::size_t count = std::max({which->size(), a->size(), b->size()});
    SymbolicSizes results;
    for (std::size_t i = 0; i < count; ++i) {
        const auto pick = [&](const SymbolicSizes* list) -> const SymbolicSize* {
            return list->size() == 1 ? list->data() : i < list->size() ? &(*list)[i] : nullptr;
        };
        const SymbolicSize *w = pick(which), *x = pick(a), *y = pick(b);
        if (!w || !x || !y || !w->number())
            return true;
        results.push_back(*w->number() ? *x : *y);
    }
    setElements(node.outputs[0], std::move(results));
    return true;
}

bool ShapeRules::shapeOf(const Node& node) {
    const auto* sizes = shape(node, 0);
    if (!sizes)
        return true;
    const auto rank = static_cast<std::int64_t>(sizes->size());
    const auto place = [&](const char* name, std::int64_t otherwise) {
        return clampedPlace(node.intAttribute(name, otherwise), rank, 0, rank);
    };
    const std::int64_t start = place("start", 0), end = std::max(start, place("end", rank));
    SymbolicSizes part(sizes->begin() + start, sizes->begin() + end);
    setShape(node.outputs[0], {{end - start, {}}});
    setElements(node.outputs[0], std::move(part));
    return true;
}

bool ShapeRules::sizeOf(const Node& node) {
    const auto* sizes = shape(node, 0);
    const auto all = sizes ? productOf(*sizes) : std::nullopt;
    if (!all)
        return true;
    setShape(node.outputs[0], {});
    setElements(node.outputs[0], {*all});
    return true;
}

bool ShapeRules::gather(const Node& node) {
    const auto *data = shape(node, 0), *indices = shape(node, 1);
    const auto axis = data ? axisOf(node.intAttribute("axis", 0), data->size()) : std::nullopt;
    if (!data || !indices || !axis)
        return !data || axis;
    const auto at = data->begin() + static_cast<std::ptrdiff_t>(*axis);
    SymbolicSizes sizes(data->begin(), at);
    sizes.insert(sizes.end(), indices->begin(), indices->end());
    sizes.insert(sizes.end(), at + 1, data->end());
    const auto *numbers = elements(node, 0), *places = elements(node, 1);
    if (numbers && places && data->size() == 1) {
        SymbolicSizes taken;
        for (const SymbolicSize& place : *places) {
            if (!place.number())
                break;
            const auto index = axisOf(*place.number(), numbers->size());
            if (!index)
                return false;
            taken.push_back((*numbers)[*index]);
        }
        if (taken.size() == places->size())
            setElements(node.outputs[0], std::move(taken));
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

namespace {

/// One place of a slice's lists; each number is missing where it is not known.
struct SlicePlace {
    std::optional<std::int64_t> from, to, step;

    /// The range that it takes of `count` elements; nothing unless its numbers are known and its
    /// step is 1.
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>>
    range(std::int64_t count) const {
        if (!from || !to || step != 1)
            return std::nullopt;
        const std::int64_t begin = clampedPlace(*from, count, 0, count);
        return std::pair(begin, std::max(begin, clampedPlace(*to, count, 0, count)));
    }
    /// Whether it takes the whole axis, however long that is.
    [[nodiscard]] bool takesAll() const {
        return from == 0 && step == 1 && to && *to >= (std::int64_t{1} << 31);
    }
};

} // namespace

bool ShapeRules::slice(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data || m_opset < 10)
        return true;
    const auto *starts = elements(node, 1), *ends = elements(node, 2), *steps = elements(node, 4);
    const auto given = axes(node, 3);
    const bool hasAxes = node.inputs.size() > 3 && node.inputs[3],
               hasSteps = node.inputs.size() > 4 && node.inputs[4];
    if (!starts || !ends || !given || (hasSteps && !steps))
        return true;
    const std::size_t count = starts->size();
    if (ends->size() != count || (hasSteps && steps->size() != count) ||
        (hasAxes && given->size() != count))
        return false;
    const auto place = [&](std::size_t i) {
        return SlicePlace{(*starts)[i].number(), (*ends)[i].number(),
                          hasSteps ? (*steps)[i].number() : std::optional<std::int64_t>(1)};
    };
    SymbolicSizes sizes = *data;
    std::vector<bool> cut(sizes.size());
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = axisOf(hasAxes ? (*given)[i] : static_cast<std::int64_t>(i), sizes.size());
        if (!at || cut[*at] || place(i).step == 0)
            return false;
        cut[*at] = true;
        const auto size = (*data)[*at].number();
        if (const auto range = size ? place(i).range(*size) : std::nullopt)
            sizes[*at] = {range->second - range->first, {}};
        else if (!place(i).takesAll())
            sizes[*at] = m_known.fresh();
    }
    const auto* numbers = elements(node, 0);
    if (numbers && data->size() == 1 && starts->size() == 1)
        if (const auto range = place(0).range(static_cast<std::int64_t>(numbers->size())))
            setElements(node.outputs[0], SymbolicSizes(numbers->begin() + range->first,
                                                       numbers->begin() + range->second));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::concat(const Node& node) {
    const auto* first = shape(node, 0);
    if (!first)
        return true;
    // Only the first version of Concat has a default.
    const auto axis = axisOf(node.intAttribute("axis", 1), first->size());
    if (!axis)
        return false;
    SymbolicSizes sizes = *first, numbers;
    bool countable = first->size() == 1;
    sizes[*axis] = {0, {}};
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const auto* part = shape(node, i);
        if (!part)
            return true;
        if (part->size() != sizes.size())
            return false;
        sizes[*axis] = combine("Add", sizes[*axis], SymbolicSize((*part)[*axis]));
        for (std::size_t d = 0; d < sizes.size(); ++d) {
            if (d != *axis && differ(sizes[d], (*part)[d]))
                return false;
            if (d != *axis && !sizes[d].number() && (*part)[d].number())
                sizes[d] = (*part)[d];
        }
        const auto* each = elements(node, i);
        countable = countable && each;
        if (countable)
            numbers.insert(numbers.end(), each->begin(), each->end());
    }
    if (countable)
        setElements(node.outputs[0], std::move(numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

} // namespace partita
