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
    const bool known = broadcast(node);
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
    return known;
}

/// The result of Equal where it can be proven; a size never equals a negative number.
bool ShapeRules::comparison(const Node& node) {
    const bool known = broadcast(node);
    const auto *a = elements(node, 0), *b = elements(node, 1);
    if (!node.is("Equal") || !a || !b ||
        (a->size() != b->size() && a->size() != 1 && b->size() != 1))
        return known;
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
            return known;
    }
    setElements(node.outputs[0], std::move(results));
    return known;
}

bool ShapeRules::choice(const Node& node) {
    const bool known = broadcast(node);
    const auto *which = elements(node, 0), *a = elements(node, 1), *b = elements(node, 2);
    if (!which || !a || !b)
        return known;
    const std::size_t count = std::max({which->size(), a->size(), b->size()});
    SymbolicSizes results;
    for (std::size_t i = 0; i < count; ++i) {
        const auto pick = [&](const SymbolicSizes* list) -> const SymbolicSize* {
            return list->size() == 1 ? list->data() : i < list->size() ? &(*list)[i] : nullptr;
        };
        const SymbolicSize *w = pick(which), *x = pick(a), *y = pick(b);
        if (!w || !x || !y || !w->number())
            return known;
        results.push_back(*w->number() ? *x : *y);
    }
    setElements(node.outputs[0], std::move(results));
    return known;
}

bool ShapeRules::shapeOf(const Node& node) {
    const auto* sizes = shape(node, 0);
    if (!sizes)
        return false;
    const auto rank = static_cast<std::int64_t>(sizes->size());
    const auto place = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(counted(at, sizes->size()), 0, rank);
    };
    const std::int64_t start = place(node.intAttribute("start", 0)),
                       end = std::max(start, place(node.intAttribute("end", rank)));
    SymbolicSizes part(sizes->begin() + start, sizes->begin() + end);
    setShape(node.outputs[0], {{end - start, {}}});
    setElements(node.outputs[0], std::move(part));
    return true;
}

bool ShapeRules::sizeOf(const Node& node) {
    const auto* sizes = shape(node, 0);
    const auto all = sizes ? productOf(*sizes) : std::nullopt;
    if (!all)
        return false;
    setShape(node.outputs[0], {});
    setElements(node.outputs[0], {*all});
    return true;
}

bool ShapeRules::gather(const Node& node) {
    const auto *data = shape(node, 0), *indices = shape(node, 1);
    if (!data || !indices || data->empty())
        return false;
    const std::int64_t axis = counted(node.intAttribute("axis", 0), data->size());
    if (axis < 0 || axis >= static_cast<std::int64_t>(data->size()))
        return false;
    SymbolicSizes sizes(data->begin(), data->begin() + axis);
    sizes.insert(sizes.end(), indices->begin(), indices->end());
    sizes.insert(sizes.end(), data->begin() + axis + 1, data->end());
    const auto *numbers = elements(node, 0), *places = elements(node, 1);
    if (numbers && places && data->size() == 1) {
        SymbolicSizes taken;
        for (const SymbolicSize& place : *places) {
            const auto at = place.number();
            const auto index = at ? counted(*at, numbers->size()) : -1;
            if (index < 0 || index >= static_cast<std::int64_t>(numbers->size()))
                break;
            taken.push_back((*numbers)[static_cast<std::size_t>(index)]);
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
        const auto clamp = [&](std::int64_t place) {
            return std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count);
        };
        const std::int64_t begin = clamp(*from);
        return std::pair(begin, std::max(begin, clamp(*to)));
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
        return false;
    const auto *starts = elements(node, 1), *ends = elements(node, 2);
    const auto axis = axes(node, 3, data->size());
    const auto* steps = elements(node, 4);
    const bool hasSteps = node.inputs.size() > 4 && node.inputs[4];
    const bool hasAxes = node.inputs.size() > 3 && node.inputs[3];
    if (!starts || !ends || !axis || starts->size() != ends->size() ||
        (hasSteps && (!steps || steps->size() != starts->size())) ||
        (hasAxes && axis->size() != starts->size()))
        return false;
    // `axes` returns sorted axes, which match the starts only if there is one start.
    if (hasAxes && starts->size() > 1)
        return false;
    const auto place = [&](std::size_t i) {
        return SlicePlace{(*starts)[i].number(), (*ends)[i].number(),
                          hasSteps ? (*steps)[i].number() : std::optional<std::int64_t>(1)};
    };
    SymbolicSizes sizes = *data;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        const auto at =
            static_cast<std::size_t>(hasAxes ? (*axis)[i] : static_cast<std::int64_t>(i));
        if (at >= sizes.size())
            return false;
        const auto count = (*data)[at].number();
        if (const auto range = count ? place(i).range(*count) : std::nullopt)
            sizes[at] = {range->second - range->first, {}};
        else if (!place(i).takesAll())
            sizes[at] = m_known.fresh();
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
    if (!first || first->empty())
        return false;
    // Only the first version of Concat has a default.
    const std::int64_t axis = counted(node.intAttribute("axis", 1), first->size());
    if (axis < 0 || axis >= static_cast<std::int64_t>(first->size()))
        return false;
    const auto at = static_cast<std::size_t>(axis);
    SymbolicSizes sizes = *first, numbers;
    bool countable = first->size() == 1;
    sizes[at] = {0, {}};
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const auto* part = shape(node, i);
        if (!part || part->size() != sizes.size())
            return false;
        sizes[at] = combine("Add", sizes[at], SymbolicSize((*part)[at]));
        for (std::size_t d = 0; d < sizes.size(); ++d)
            if (d != at && !sizes[d].number() && (*part)[d].number())
                sizes[d] = (*part)[d];
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
