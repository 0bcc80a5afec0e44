#include "core/shapes/shape_rules.h"

#include <algorithm>
#include <numeric>

#include "core/ir/constants.h"
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

std::optional<std::vector<std::int64_t>> ShapeRules::axes(const Node& node,
                                                          std::size_t input) const {
    if (node.attribute("axes"))
        return node.intsAttribute("axes");
    std::vector<std::int64_t> found;
    if (input >= node.inputs.size() || !node.inputs[input])
        return found;
    const auto* given = elements(node, input);
    if (!given)
        return std::nullopt;
    for (const SymbolicSize& axis : *given) {
        if (!axis.number())
            return std::nullopt;
        found.push_back(*axis.number());
    }
    return found;
}

bool ShapeRules::squeeze(const Node& node) {
    const auto* data = shape(node, 0);
    const auto given = axes(node, 1);
    if (!data || !given || given->empty())
        return true;
    std::vector<bool> gone(data->size());
    for (const std::int64_t axis : *given) {
        const auto at = axisOf(axis, data->size());
        if (!at || differ((*data)[*at], {1, {}}))
            return false;
        gone[*at] = true;
    }
    SymbolicSizes sizes;
    for (std::size_t i = 0; i < data->size(); ++i)
        if (!gone[i])
            sizes.push_back((*data)[i]);
    if (const auto* numbers = elements(node, 0))
        setElements(node.outputs[0], SymbolicSizes(*numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::unsqueeze(const Node& node) {
    const auto* data = shape(node, 0);
    const auto given = axes(node, 1);
    if (!data || !given || given->empty())
        return true;
    std::vector<bool> added(data->size() + given->size());
    for (const std::int64_t axis : *given) {
        const auto at = axisOf(axis, added.size());
        if (!at || added[*at])
            return false;
        added[*at] = true;
    }
    SymbolicSizes sizes;
    auto next = data->begin();
    for (const bool isNew : added)
        sizes.push_back(isNew ? SymbolicSize{1, {}} : *next++);
    const auto* numbers = elements(node, 0);
    if (numbers && sizes.size() <= 1)
        setElements(node.outputs[0], SymbolicSizes(*numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::reshape(const Node& node) {
    const auto *data = shape(node, 0), *target = elements(node, 1);
    if (!target || m_opset < 5)
        return true;
    const bool zeroCopies = node.intAttribute("allowzero", 0) == 0;
    SymbolicSizes sizes;
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < target->size(); ++i) {
        const SymbolicSize& size = (*target)[i];
        if (size.number() == -1) {
            if (open)
                return false;
            open = i;
            sizes.push_back({1, {}});
        } else if (size.number() == 0 && zeroCopies) {
            if (!data || i >= data->size())
                return !data;
            sizes.push_back((*data)[i]);
        } else if (size.number() && *size.number() < 0) {
            return false;
        } else {
            // A number that may be -1 would leave the size open. 0 is the size of an empty tensor
            // only.
            sizes.push_back(size.number() || isNotNegative(size) ? size : m_known.fresh());
        }
    }
    const auto whole = data ? productOf(*data) : std::nullopt, rest = productOf(sizes);
    if (open) {
        // The size for −1: the number of elements divided by the product of the other sizes.
        const auto quotient = whole && rest ? dividedBy(*whole, *rest) : std::nullopt;
        if (!quotient && whole && rest && whole->number() && rest->number())
            return false;
        sizes[*open] = quotient ? *quotient : m_known.fresh();
    } else if (whole && rest && differ(*whole, *rest)) {
        return false;
    }
    const auto* numbers = elements(node, 0);
    if (numbers && sizes.size() <= 1)
        setElements(node.outputs[0], SymbolicSizes(*numbers));
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

namespace {

bool isNegative(const SymbolicSize& size) { return size.number() && *size.number() < 0; }

} // namespace

bool ShapeRules::expand(const Node& node) {
    const auto *data = shape(node, 0), *target = elements(node, 1);
    if (!data || !target)
        return true;
    auto sizes = broadcastSizes(*data, *target);
    if (!sizes || std::ranges::any_of(*sizes, isNegative))
        return false;
    setShape(node.outputs[0], *std::move(sizes));
    return true;
}

bool ShapeRules::constantOfShape(const Node& node) {
    const auto* target = elements(node, 0);
    if (!target)
        return true;
    if (std::ranges::any_of(*target, isNegative))
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
        return true;
    auto order = node.intsAttribute("perm");
    if (!node.attribute("perm")) {
        order.resize(data->size());
        std::iota(order.rbegin(), order.rend(), 0);
    }
    if (order.size() != data->size() || !isPermutation(order))
        return false;
    SymbolicSizes sizes;
    for (const std::int64_t axis : order)
        sizes.push_back((*data)[static_cast<std::size_t>(axis)]);
    setShape(node.outputs[0], std::move(sizes));
    return true;
}

bool ShapeRules::flatten(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data)
        return true;
    const auto axis = axisOrEndOf(node.intAttribute("axis", 1), data->size());
    if (!axis)
        return false;
    const auto split = data->begin() + static_cast<std::ptrdiff_t>(*axis);
    const auto rows = productOf(SymbolicSizes(data->begin(), split)),
               columns = productOf(SymbolicSizes(split, data->end()));
    if (rows && columns)
        setShape(node.outputs[0], {*rows, *columns});
    return true;
}

bool ShapeRules::split(const Node& node) {
    const auto* data = shape(node, 0);
    if (!data)
        return true;
    const auto axis = axisOf(node.intAttribute("axis", 0), data->size());
    const auto count = static_cast<std::int64_t>(node.outputs.size());
    if (!axis || node.intAttribute("num_outputs", count) != count)
        return false;
    SymbolicSizes parts;
    if (const auto* given = elements(node, 1))
        parts = *given;
    else
        for (const std::int64_t size : node.intsAttribute("split"))
            parts.push_back({size, {}});
    const SymbolicSizes whole = *data;
    SymbolicSize sum{0, {}};
    for (const SymbolicSize& part : parts)
        sum = combine("Add", sum, part);
    if (!parts.empty() && (parts.size() != node.outputs.size() || differ(sum, whole[*axis]) ||
                           std::ranges::any_of(parts, isNegative)))
        return false;
    const bool isGiven = node.inputs.size() > 1 && node.inputs[1]; // unknown sizes may differ
    const auto equal =
        isGiven ? std::nullopt : dividedBy(whole[*axis], {std::max<std::int64_t>(count, 1), {}});
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        SymbolicSizes sizes = whole;
        sizes[*axis] = !parts.empty() ? parts[i] : equal ? *equal : m_known.fresh();
        setShape(node.outputs[i], std::move(sizes));
    }
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
                                {"Softmax", &ShapeRules::alongAxis},
                                {"LogSoftmax", &ShapeRules::alongAxis},
                                {"Hardmax", &ShapeRules::alongAxis},
                                {"LpNormalization", &ShapeRules::alongAxis},
                                {"BatchNormalization", &ShapeRules::normalizeChannels},
                                {"GroupNormalization", &ShapeRules::normalizeChannels},
                                {"MeanVarianceNormalization", &ShapeRules::normalizeAxes},
                                {"Trilu", &ShapeRules::ofMatrices},
                                {"EyeLike", &ShapeRules::ofMatrices},
                                {"LSTM", &ShapeRules::recurrent},
                                {"GRU", &ShapeRules::recurrent},
                                {"RNN", &ShapeRules::recurrent},
                                {"MatMulInteger", &ShapeRules::matmul},
                                {"QLinearMatMul", &ShapeRules::matmul},
                                {"Conv", &ShapeRules::convolution},
                                {"ConvInteger", &ShapeRules::convolution},
                                {"QLinearConv", &ShapeRules::convolution},
                                {"ConvTranspose", &ShapeRules::transposedConvolution},
                                {"RoiAlign", &ShapeRules::regions},
                                {"GatherElements", &ShapeRules::asIndices},
                                {"TopK", &ShapeRules::largest},
                                {"Resize", &ShapeRules::resize},
                                {"Upsample", &ShapeRules::resize},
                                {"Pad", &ShapeRules::pad},
                                {"Tile", &ShapeRules::tile},
                                {"DepthToSpace", &ShapeRules::moveDepth},
                                {"SpaceToDepth", &ShapeRules::moveDepth},
                                {"Range", &ShapeRules::range}};
    bool runs = true;
    if (node.isOnnx() && !node.outputs.empty()) {
        const std::string& op = node.opType;
        const auto* row =
            std::ranges::find_if(kRows, [&](const Row& each) { return op == each.op; });
        if (row != std::end(kRows))
            runs = (this->*row->rule)(node);
        else if (const OperatorFacts& facts = operatorFacts(node); facts.keepsShape())
            runs = sameAsInput(node);
        else if (facts.kind == OperatorKind::broadcasting)
            runs = broadcast(node);
        else if (facts.kind == OperatorKind::reduction)
            runs = reduce(node);
        else if (facts.kind == OperatorKind::pooling)
            runs = pooling(node);
        else if (facts.kind == OperatorKind::globalPooling)
            runs = globalPooling(node);
    }
    for (const ValueId output : node.outputs)
        if (runs && output) {
            fromType(output);
        } else {
            m_known.m_shapes.erase(output);
            m_known.m_elements.erase(output);
        }
}

} // namespace partita
