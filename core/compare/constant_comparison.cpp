#include "core/compare/constant_comparison.h"

#include <cstring>

#include "core/ir/constants.h"

namespace partita {

namespace {

std::string typeText(const Tensor& tensor) {
    return Type::tensor(tensor.type, tensor.shape())->text();
}

/// Whether both store the same bytes for the same elements. Equal bytes are equal elements only for
/// the same kind of storage.
bool sameBytes(const Tensor& a, const Tensor& b) {
    if (a.type == DataType::string)
        return a.strings == b.strings;
    if (a.storage == b.storage && a.payload.bytes().data() == b.payload.bytes().data() &&
        a.payload.size() == b.payload.size() && a.external == b.external)
        return true;
    const auto x = elements(a), y = elements(b);
    return x && y && x->size() == y->size() &&
           (x->bytes().data() == y->bytes().data() || x->empty() ||
            std::memcmp(x->bytes().data(), y->bytes().data(), x->size()) == 0);
}

/// A few values, or the type.
std::string shortText(const Tensor& tensor) {
    constexpr std::size_t kMostCharacters = 60;
    return attributeText(*Attribute::make({}, std::make_shared<const Tensor>(tensor)),
                         kMostCharacters);
}

} // namespace

std::optional<Tensor> constantRead(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    if (!value)
        return std::nullopt;
    if (value->initializer)
        return *value->initializer;
    if (!value->sparseInitializer)
        return constantOf(model, id);
    Node node; // as a Constant node would hold it
    node.attributes = std::make_shared<const Attributes>(
        Attributes{Attribute::make("sparse_value", value->sparseInitializer)});
    return constantValue(node);
}

std::optional<PropertyChange> tensorChange(const Tensor& a, const Tensor& b,
                                           const CompareOptions& options) {
    if (a.type != b.type || a.dims != b.dims)
        return PropertyChange{a.type != b.type ? DifferenceKind::types : DifferenceKind::shapes,
                              {},
                              typeText(a),
                              typeText(b),
                              {}};
    if (sameBytes(a, b))
        return std::nullopt;
    const Difference difference = compareTensors(a, b, options.rtol, options.atol);
    if (difference.comparable && difference.within)
        return std::nullopt;
    PropertyChange change{DifferenceKind::tensors, {}, shortText(a), shortText(b), {}};
    if (difference.comparable)
        change.figures = difference.figures;
    else
        change.to = difference.problem;
    return change;
}

const PropertyChange* ConstantComparison::compare(ValueId a, ValueId b) {
    const std::uint64_t key = (std::uint64_t{a.value} << 32) | b.value;
    const auto [at, fresh] = m_known.try_emplace(key);
    if (!fresh)
        return at->second ? &*at->second : nullptr;
    m_seenA.insert(a);
    m_seenB.insert(b);
    const auto left = constantRead(m_a, a), right = constantRead(m_b, b);
    if (left && right)
        at->second = tensorChange(*left, *right, m_options);
    if (!at->second)
        return nullptr;
    m_order.emplace_back(a, b);
    return &*at->second;
}

std::vector<ConstantDifference> ConstantComparison::differences() const {
    std::vector<ConstantDifference> found;
    for (const auto& [a, b] : m_order)
        if (const auto& change = m_known.at((std::uint64_t{a.value} << 32) | b.value);
            !m_options.ignored.contains(change->kind))
            found.push_back({a, b, *change});
    return found;
}

} // namespace partita
