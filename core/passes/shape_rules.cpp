#include "core/passes/shape_rules.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/ir/constants.h"

namespace partita {

namespace {

/// The product; nothing where the number leaves 63 bits.
std::optional<SymbolicSize> times(const SymbolicSize& a, const SymbolicSize& b) {
    SymbolicSize product;
    if (__builtin_mul_overflow(a.factor, b.factor, &product.factor))
        return std::nullopt;
    if (product.factor == 0)
        return SymbolicSize{0, {}};
    std::ranges::merge(a.symbols, b.symbols, std::back_inserter(product.symbols));
    return product;
}

/// The quotient where it comes out even whatever the symbols are.
std::optional<SymbolicSize> dividedBy(const SymbolicSize& a, const SymbolicSize& b) {
    if (b.factor == 0 || a.factor % b.factor != 0 || !std::ranges::includes(a.symbols, b.symbols))
        return std::nullopt;
    SymbolicSize quotient{a.factor / b.factor, {}};
    std::ranges::set_difference(a.symbols, b.symbols, std::back_inserter(quotient.symbols));
    return quotient;
}

std::optional<SymbolicSize> productOf(const SymbolicSizes& sizes) {
    std::optional<SymbolicSize> all = SymbolicSize{1, {}};
    for (const SymbolicSize& size : sizes)
        if (all)
            all = times(*all, size);
    return all;
}

std::int64_t counted(std::int64_t axis, std::size_t rank) {
    return axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis;
}

} // namespace

const SymbolicSizes* ShapeRules::shape(const Node& node, std::size_t input) const {
    return input < node.inputs.size() ? m_known.shape(node.inputs[input]) : nullptr;
}

const SymbolicSizes* ShapeRules::elements(const Node& node, std::size_t input) const {
    return input < node.inputs.size() ? m_known.elements(node.inputs[input]) : nullptr;
}

void ShapeRules::setShape(ValueId value, SymbolicSizes sizes) {
    if (!value)
        return;
    // Numbers that inference found and rules did not.
    const auto& type = m_model.value(value)->type;
    if (type && type->isTensor() && type->shape && type->shape->size() == sizes.size())
        for (std::size_t i = 0; i < sizes.size(); ++i)
            if (const auto& number = (*type->shape)[i].value; number && !sizes[i].number())
                sizes[i] = {*number, {}};
    m_known.m_shapes[value] = std::move(sizes);
}

void ShapeRules::setElements(ValueId value, SymbolicSizes numbers) {
    constexpr std::size_t kMost = 64;
    if (value && numbers.size() <= kMost)
        m_known.m_elements[value] = std::move(numbers);
}

void ShapeRules::fromType(ValueId value) {
    const auto& type = m_model.value(value)->type;
    if (!type || !type->isTensor() || !type->shape || m_known.shape(value))
        return;
    SymbolicSizes sizes;
    for (const Dim& dim : *type->shape)
        sizes.push_back(dim.value ? SymbolicSize{*dim.value, {}} : m_known.fresh());
    m_known.m_shapes[value] = std::move(sizes);
}

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

SymbolicSizes ShapeRules::broadcastSizes(const SymbolicSizes& a, const SymbolicSizes& b) {
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
        else if (const auto number = x.number() ? x.number() : y.number())
            size = {*number, {}}; // the other one must be that or 1
        else
            size = derived('b', std::min(x, y), std::max(x, y));
    }
    return sizes;
}

std::optional<std::vector<std::int64_t>> ShapeRules::axes(const Node& node, std::size_t input,
                                                          std::size_t rank) const {
    std::vector<std::int64_t> found;
    if (node.attribute("axes")) {
        found = node.intsAttribute("axes");
    } else if (input < node.inputs.size() && node.inputs[input]) {
        const auto* given = elements(node, input);
        if (!given)
            return std::nullopt;
        for (const SymbolicSize& axis : *given)
            found.push_back(axis.number().value_or(std::numeric_limits<std::int64_t>::max()));
    }
    for (std::int64_t& axis : found) {
        axis = counted(axis, rank);
        if (axis < 0 || axis >= static_cast<std::int64_t>(rank))
            return std::nullopt;
    }
    std::ranges::sort(found);
    return found;
}

bool ShapeRules::sameAsInput(const Node& node) {
    const auto* sizes = shape(node, 0);
    if (!sizes)
        return false;
    const SymbolicSizes copy = *sizes;
    setShape(node.outputs[0], copy);
    if (const auto* numbers = elements(node, 0);
        numbers && (node.is("Identity") || node.is("Cast"))) {
        // Only whole numbers stay what they are.
        const auto to = static_cast<DataType>(node.intAttribute("to", 7));
        if (node.is("Identity") || to == DataType::int64 || to == DataType::int32)
            setElements(node.outputs[0], SymbolicSizes(*numbers));
    }
    return true;
}

bool ShapeRules::broadcast(const Node& node) {
    const auto* first = shape(node, 0);
    if (!first)
        return false;
    SymbolicSizes sizes = *first;
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        const auto* next = shape(node, i);
        if (!next)
            return false;
        sizes = broadcastSizes(sizes, *next);
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::arithmetic(const Node& node) {
    const bool known = broadcast(node);
    const auto *a = elements(node, 0), *b = elements(node, 1);
    if (a && b && (a->size() == b->size() || a->size() == 1 || b->size() == 1)) {
        const SymbolicSizes x = *a, y = *b;
        SymbolicSizes results;
        for (std::size_t i = 0; i < std::max(x.size(), y.size()); ++i)
            results.push_back(
                combine(node.opType.str(), x[x.size() == 1 ? 0 : i], y[y.size() == 1 ? 0 : i]));
        setElements(node.outputs[0], std::move(results));
    }
    return known;
}

/// Equal of a size and a negative number is false.
bool ShapeRules::comparison(const Node& node) {
    const bool known = broadcast(node);
    const auto *a = elements(node, 0), *b = elements(node, 1);
    if (!node.is("Equal") || !a || !b ||
        (a->size() != b->size() && a->size() != 1 && b->size() != 1))
        return known;
    SymbolicSizes results;
    for (std::size_t i = 0; i < std::max(a->size(), b->size()); ++i) {
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

bool ShapeRules::slice(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data || m_opset < 10)
        return false;
    const auto *starts = elements(node, 1), *ends = elements(node, 2);
    const auto axis = axes(node, 3, data->size());
    const auto* steps = elements(node, 4);
    const bool hasSteps = node.inputs.size() > 4 && node.inputs[4];
    const bool hasAxes = node.inputs.size() > 3 && node.inputs[3];
    if (!starts || !ends || !axis || (hasSteps && !steps) || starts->size() != ends->size())
        return false;
    SymbolicSizes sizes = *data;
    for (std::size_t i = 0; i < starts->size(); ++i) {
        const auto from = (*starts)[i].number(), to = (*ends)[i].number();
        const auto step = hasSteps ? (*steps)[i].number() : std::optional<std::int64_t>(1);
        // Sorted axes belong to the starts only where there is one, or they come in order.
        const auto at =
            static_cast<std::size_t>(hasAxes ? (*axis)[i] : static_cast<std::int64_t>(i));
        if (at >= sizes.size() || (hasAxes && starts->size() > 1))
            return false;
        const auto count = (*data)[at].number();
        if (from && to && step && *step == 1 && count) {
            const auto clamp = [&](std::int64_t place) {
                return std::clamp<std::int64_t>(place < 0 ? place + *count : place, 0, *count);
            };
            sizes[at] = {std::max<std::int64_t>(0, clamp(*to) - clamp(*from)), {}};
        } else if (from == 0 && step == 1 && to && *to >= (std::int64_t{1} << 31)) {
            sizes[at] = (*data)[at]; // all of it
        } else {
            sizes[at] = m_known.fresh();
        }
    }
    const auto* numbers = elements(node, 0);
    if (numbers && data->size() == 1 && starts->size() == 1) {
        const auto from = (*starts)[0].number(), to = (*ends)[0].number();
        const auto step = hasSteps ? (*steps)[0].number() : std::optional<std::int64_t>(1);
        const auto count = static_cast<std::int64_t>(numbers->size());
        if (from && to && step == 1) {
            const auto clamp = [&](std::int64_t place) {
                return std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count);
            };
            const std::int64_t begin = clamp(*from), end = std::max(begin, clamp(*to));
            setElements(node.outputs[0],
                        SymbolicSizes(numbers->begin() + begin, numbers->begin() + end));
        }
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::concat(const Node& node) {
    const auto* first = shape(node, 0);
    if (!first || first->empty())
        return false;
    const std::int64_t axis = counted(node.intAttribute("axis", 0), first->size());
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

bool ShapeRules::squeeze(const Node& node) {
    const auto* data = shape(node, 0);
    const auto gone = data ? axes(node, 1, data->size()) : std::nullopt;
    if (!gone || gone->empty())
        return false;
    SymbolicSizes sizes;
    for (std::size_t i = 0; i < data->size(); ++i)
        if (!std::ranges::binary_search(*gone, static_cast<std::int64_t>(i)))
            sizes.push_back((*data)[i]);
    if (const auto* numbers = elements(node, 0))
        setElements(node.outputs[0], SymbolicSizes(*numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::unsqueeze(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data)
        return false;
    const auto* given = elements(node, 1);
    const std::size_t count = node.attribute("axes") ? node.intsAttribute("axes").size()
                              : given                ? given->size()
                                                     : 0;
    const auto added = axes(node, 1, data->size() + count);
    if (!added || added->empty())
        return false;
    SymbolicSizes sizes = *data;
    for (const std::int64_t axis : *added) // ascending
        sizes.insert(sizes.begin() +
                         std::min<std::int64_t>(axis, static_cast<std::int64_t>(sizes.size())),
                     SymbolicSize{1, {}});
    const auto* numbers = elements(node, 0);
    if (numbers && sizes.size() <= 1)
        setElements(node.outputs[0], SymbolicSizes(*numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::reshape(const Node& node) {
    const auto *data = shape(node, 0), *target = elements(node, 1);
    if (!target || m_opset < 5)
        return false;
    const bool zeroCopies = node.intAttribute("allowzero", 0) == 0;
    SymbolicSizes sizes;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < target->size(); ++i) {
        const SymbolicSize& size = (*target)[i];
        if (size.number() == -1) {
            open = i;
            sizes.push_back({1, {}});
        } else if (size.number() == 0 && zeroCopies) {
            if (!data || i >= data->size())
                return false;
            sizes.push_back((*data)[i]);
        } else {
            sizes.push_back(size);
        }
    }
    if (open) {
        // What is left: of sizes that stay beside each other in both, what they are divides out.
        const auto whole = data ? productOf(*data) : std::nullopt, rest = productOf(sizes);
        const auto quotient = whole && rest ? dividedBy(*whole, *rest) : std::nullopt;
        sizes[*open] = quotient ? *quotient : m_known.fresh();
    }
    const auto* numbers = elements(node, 0);
    if (numbers && sizes.size() <= 1)
        setElements(node.outputs[0], SymbolicSizes(*numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::expand(const Node& node) {
    const auto *data = shape(node, 0), *target = elements(node, 1);
    if (!data || !target)
        return false;
    const SymbolicSizes wanted = *target;
    setShape(node.outputs[0], broadcastSizes(SymbolicSizes(*data), wanted));
    return true;
}

bool ShapeRules::constantOfShape(const Node& node) {
    const auto* target = elements(node, 0);
    if (!target)
        return false;
    const SymbolicSizes sizes = *target;
    const auto* attribute = node.attribute("value");
    const auto* tensor = attribute ? std::get_if<TensorPtr>(&attribute->value) : nullptr;
    if (tensor && sizes.size() <= 1) {
        const auto number = elementsAsInts(**tensor);
        const auto count = sizes.empty() ? 1 : sizes[0].number().value_or(-1);
        if (number && number->size() == 1 && count >= 0 && count <= 64)
            setElements(node.outputs[0], SymbolicSizes(static_cast<std::size_t>(count),
                                                       SymbolicSize{(*number)[0], {}}));
    }
    setShape(node.outputs[0], sizes);
    return true;
}

bool ShapeRules::transpose(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data)
        return false;
    auto order = node.intsAttribute("perm");
    if (order.empty()) {
        order.resize(data->size());
        std::iota(order.rbegin(), order.rend(), 0);
    }
    SymbolicSizes sizes;
    for (const std::int64_t axis : order) {
        if (axis < 0 || axis >= static_cast<std::int64_t>(data->size()))
            return false;
        sizes.push_back((*data)[static_cast<std::size_t>(axis)]);
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::matmul(const Node& node) {
    const auto *a = shape(node, 0), *b = shape(node, 1);
    if (!a || !b || a->size() < 2 || b->size() < 2)
        return false;
    SymbolicSizes sizes = broadcastSizes(SymbolicSizes(a->begin(), a->end() - 2),
                                         SymbolicSizes(b->begin(), b->end() - 2));
    sizes.push_back((*a)[a->size() - 2]);
    sizes.push_back(b->back());
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::gemm(const Node& node) {
    const auto *a = shape(node, 0), *b = shape(node, 1);
    if (!a || !b || a->size() != 2 || b->size() != 2)
        return false;
    setShape(node.outputs[0], {(*a)[node.intAttribute("transA", 0) ? 1 : 0],
                               (*b)[node.intAttribute("transB", 0) ? 0 : 1]});
    return true;
}

bool ShapeRules::reduce(const Node& node) {
    const auto* data = shape(node, 0);
    const bool arg = node.is("ArgMax") || node.is("ArgMin");
    std::optional<std::vector<std::int64_t>> over;
    if (data && arg)
        over = std::vector{counted(node.intAttribute("axis", 0), data->size())};
    else if (data)
        over = axes(node, 1, data->size());
    if (!over || (over->empty() && node.intAttribute("noop_with_empty_axes", 0) != 0))
        return false;
    const bool keep = node.intAttribute("keepdims", 1) != 0;
    SymbolicSizes sizes;
    for (std::size_t i = 0; i < data->size(); ++i) {
        const bool reduced =
            over->empty() || std::ranges::binary_search(*over, static_cast<std::int64_t>(i));
        if (!reduced)
            sizes.push_back((*data)[i]);
        else if (keep)
            sizes.push_back({1, {}});
    }
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::flatten(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data)
        return false;
    const std::int64_t axis = counted(node.intAttribute("axis", 1), data->size());
    if (axis < 0 || axis > static_cast<std::int64_t>(data->size()))
        return false;
    const auto rows = productOf(SymbolicSizes(data->begin(), data->begin() + axis)),
               columns = productOf(SymbolicSizes(data->begin() + axis, data->end()));
    if (!rows || !columns)
        return false;
    setShape(node.outputs[0], {*rows, *columns});
    return true;
}

bool ShapeRules::split(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data)
        return false;
    const std::int64_t axis = counted(node.intAttribute("axis", 0), data->size());
    if (axis < 0 || axis >= static_cast<std::int64_t>(data->size()))
        return false;
    const auto* parts = elements(node, 1);
    const auto given = node.intsAttribute("split");
    const SymbolicSizes whole = *data;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        if (!node.outputs[i])
            continue;
        SymbolicSizes sizes = whole;
        SymbolicSize& part = sizes[static_cast<std::size_t>(axis)];
        if (parts && i < parts->size())
            part = (*parts)[i];
        else if (i < given.size())
            part = {given[i], {}};
        else
            part = m_known.fresh();
        setShape(node.outputs[i], std::move(sizes));
    }
    return true;
}

/// X [seq, batch, input], weights [directions, …, …]: Y [seq, directions, batch, hidden].
bool ShapeRules::recurrent(const Node& node) {
    const auto *x = shape(node, 0), *r = shape(node, 2);
    if (!x || !r || x->size() != 3 || r->size() != 3 || node.intAttribute("layout", 0) != 0)
        return false;
    const SymbolicSizes sizes{(*x)[0], (*r)[0], (*x)[1], (*r)[2]};
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        setShape(node.outputs[i], i == 0 ? sizes : SymbolicSizes(sizes.begin() + 1, sizes.end()));
    return true;
}

struct ShapeRules::Row {
    const char* op;
    Rule rule;
};

void ShapeRules::apply(const Node& node) {
    static const Row kRows[] = {{"Shape", &ShapeRules::shapeOf},
                                {"Size", &ShapeRules::sizeOf},
                                {"Gather", &ShapeRules::gather},
                                {"Slice", &ShapeRules::slice},
                                {"Concat", &ShapeRules::concat},
                                {"Squeeze", &ShapeRules::squeeze},
                                {"Unsqueeze", &ShapeRules::unsqueeze},
                                {"Reshape", &ShapeRules::reshape},
                                {"Expand", &ShapeRules::expand},
                                {"ConstantOfShape", &ShapeRules::constantOfShape},
                                {"Transpose", &ShapeRules::transpose},
                                {"MatMul", &ShapeRules::matmul},
                                {"Gemm", &ShapeRules::gemm},
                                {"Flatten", &ShapeRules::flatten},
                                {"Split", &ShapeRules::split},
                                {"Where", &ShapeRules::choice},
                                {"Add", &ShapeRules::arithmetic},
                                {"Sub", &ShapeRules::arithmetic},
                                {"Mul", &ShapeRules::arithmetic},
                                {"Div", &ShapeRules::arithmetic},
                                {"Equal", &ShapeRules::comparison},
                                {"Less", &ShapeRules::comparison},
                                {"Greater", &ShapeRules::comparison},
                                {"LessOrEqual", &ShapeRules::comparison},
                                {"GreaterOrEqual", &ShapeRules::comparison},
                                {"And", &ShapeRules::broadcast},
                                {"Or", &ShapeRules::broadcast},
                                {"Pow", &ShapeRules::broadcast},
                                {"Mod", &ShapeRules::broadcast},
                                {"Max", &ShapeRules::broadcast},
                                {"Min", &ShapeRules::broadcast},
                                {"PRelu", &ShapeRules::sameAsInput},
                                {"LSTM", &ShapeRules::recurrent},
                                {"GRU", &ShapeRules::recurrent},
                                {"RNN", &ShapeRules::recurrent},
                                {"ArgMax", &ShapeRules::reduce},
                                {"ArgMin", &ShapeRules::reduce}};
    static constexpr std::string_view kSame[] = {"Identity",
                                                 "Cast",
                                                 "CastLike",
                                                 "Relu",
                                                 "Sigmoid",
                                                 "Tanh",
                                                 "Erf",
                                                 "Sqrt",
                                                 "Exp",
                                                 "Log",
                                                 "Neg",
                                                 "Abs",
                                                 "Softmax",
                                                 "LogSoftmax",
                                                 "LayerNormalization",
                                                 "RMSNormalization",
                                                 "BatchNormalization",
                                                 "InstanceNormalization",
                                                 "GroupNormalization",
                                                 "Clip",
                                                 "Gelu",
                                                 "LeakyRelu",
                                                 "Elu",
                                                 "Selu",
                                                 "HardSwish",
                                                 "HardSigmoid",
                                                 "Softplus",
                                                 "Softsign",
                                                 "Not",
                                                 "IsNaN",
                                                 "IsInf",
                                                 "Sin",
                                                 "Cos",
                                                 "Floor",
                                                 "Ceil",
                                                 "Round",
                                                 "Sign",
                                                 "Reciprocal",
                                                 "Dropout",
                                                 "Trilu",
                                                 "CumSum",
                                                 "Mish",
                                                 "Swish",
                                                 "ScatterND",
                                                 "ScatterElements",
                                                 "RotaryEmbedding"};
    if (node.isOnnx()) {
        const std::string& op = node.opType;
        const auto* row =
            std::ranges::find_if(kRows, [&](const Row& each) { return op == each.op; });
        if (row != std::end(kRows))
            (this->*row->rule)(node);
        else if (std::ranges::find(kSame, op) != std::end(kSame))
            sameAsInput(node);
        else if (op.starts_with("Reduce"))
            reduce(node);
    }
    for (const ValueId output : node.outputs)
        if (output)
            fromType(output);
}

} // namespace partita
