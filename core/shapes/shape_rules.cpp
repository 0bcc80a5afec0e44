#include "core/shapes/shape_rules.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/ir/constants.h"
#include "core/ir/element_type.h"
#include "core/onnx/operator_facts.h"

namespace partita {

const SymbolicSizes* ShapeRules::shape(const Node& node, std::size_t input) const {
    return input < node.inputs.size() ? m_known.shape(node.inputs[input]) : nullptr;
}

const SymbolicSizes* ShapeRules::elements(const Node& node, std::size_t input) const {
    return input < node.inputs.size() ? m_known.elements(node.inputs[input]) : nullptr;
}

void ShapeRules::setShape(ValueId value, SymbolicSizes sizes) {
    if (!value)
        return;
    // Uses the sizes that shape inference found and the rules did not.
    const auto& type = m_model.value(value)->type;
    if (type && type->isTensor() && type->shape && type->shape->size() == sizes.size())
        for (std::size_t i = 0; i < sizes.size(); ++i)
            if (const auto& number = (*type->shape)[i].value; number && !sizes[i].number())
                sizes[i] = {*number, {}};
    m_known.m_shapes[value] = std::move(sizes);
}

void ShapeRules::setElements(ValueId value, SymbolicSizes numbers) {
    constexpr std::size_t kMost = 64;
    if (!value)
        return;
    const auto& type = m_model.value(value)->type;
    const DataType element = type && type->isTensor() ? type->element : DataType::undefined;
    const bool narrow = element == DataType::int32;
    const bool wraps =
        narrow && std::ranges::any_of(numbers, [](const SymbolicSize& size) {
            return size.number() && *size.number() != static_cast<std::int32_t>(*size.number());
        });
    const bool counts = narrow || element == DataType::int64 || element == DataType::boolean ||
                        element == DataType::undefined;
    if (counts && !wraps && numbers.size() <= kMost)
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
            size = {*number, {}}; // the other one is the same or 1
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
        // A Cast to int64 or int32 keeps the numbers.
        const DataType to = castTarget(node);
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
            // A number that may be -1 would leave the size open. 0 is the size of an empty tensor
            // only.
            sizes.push_back(size.number() || isNotNegative(size) ? size : m_known.fresh());
        }
    }
    if (open) {
        // The size for −1: the number of elements divided by the product of the other sizes.
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
    const bool counts = tensor && ((*tensor)->type == DataType::int64 ||
                                   (*tensor)->type == DataType::int32); // others wrap earlier
    if (counts && sizes.size() <= 1) {
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
    const bool keep = node.intAttribute("keepdims", 1) == 1;
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

/// X [seq, batch, input] and R [directions, …, hidden] give Y [seq, directions, batch, hidden].
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
                                {"LSTM", &ShapeRules::recurrent},
                                {"GRU", &ShapeRules::recurrent},
                                {"RNN", &ShapeRules::recurrent}};
    if (node.isOnnx() && !node.outputs.empty()) {
        const std::string& op = node.opType;
        const auto* row =
            std::ranges::find_if(kRows, [&](const Row& each) { return op == each.op; });
        if (row != std::end(kRows))
            (this->*row->rule)(node);
        else if (const OperatorFacts& facts = operatorFacts(node); facts.keepsShape())
            sameAsInput(node);
        else if (facts.kind == OperatorKind::broadcasting)
            broadcast(node);
        else if (facts.kind == OperatorKind::reduction)
            reduce(node);
    }
    for (const ValueId output : node.outputs)
        if (output)
            fromType(output);
}

} // namespace partita
