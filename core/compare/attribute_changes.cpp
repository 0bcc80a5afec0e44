#include "core/compare/attribute_changes.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/compare/constant_comparison.h"

namespace partita {

namespace {

/// Compares the content of two attribute values. Tensors may differ within the tolerances.
class SameContent {
public:
    explicit SameContent(const CompareOptions& options) : m_options(options) {}

    template <class A, class B> bool operator()(const A&, const B&) const { return false; }
    template <class T> bool operator()(const T& a, const T& b) const { return same(a, b); }

private:
    template <class T> bool same(const T& a, const T& b) const { return a == b; }
    bool same(float a, float b) const { return a == b || (std::isnan(a) && std::isnan(b)); }
    bool same(const Buffer& a, const Buffer& b) const { return a.text() == b.text(); }
    bool same(GraphId, GraphId) const { return true; }
    bool same(const TypePtr& a, const TypePtr& b) const { return sameTypeOrNone(a, b); }
    bool same(const TensorPtr& a, const TensorPtr& b) const {
        return a == b || (a && b && !tensorChange(*a, *b, m_options));
    }
    bool same(const SparseTensorPtr& a, const SparseTensorPtr& b) const {
        return a == b || (a && b && a->dims == b->dims && same(a->values, b->values) &&
                          same(a->indices, b->indices));
    }
    template <class T> bool same(const std::vector<T>& a, const std::vector<T>& b) const {
        return std::ranges::equal(a, b, [this](const T& x, const T& y) { return same(x, y); });
    }

    const CompareOptions& m_options;
};

Message textOf(const Attribute* attribute) {
    if (!attribute)
        return {};
    if (std::holds_alternative<GraphId>(attribute->value))
        return PARTITA_TEXT("graph");
    if (const auto* graphs = std::get_if<std::vector<GraphId>>(&attribute->value))
        return PARTITA_TEXT("{0} graphs", graphs->size());
    constexpr std::size_t kMostCharacters = 120;
    return attributeText(*attribute, kMostCharacters);
}

/// The difference of two attributes of one name; null: the node does not have it.
std::optional<PropertyChange> changeOf(const std::string& name, const Attribute* a,
                                       const Attribute* b, const CompareOptions& options) {
    if (a && b && a->reference == b->reference &&
        std::visit(SameContent(options), a->value, b->value)) {
        if (a->docString == b->docString)
            return std::nullopt;
        return PropertyChange{DifferenceKind::metadata, name, a->docString, b->docString, {}};
    }
    PropertyChange change{DifferenceKind::attributes, name, textOf(a), textOf(b), {}};
    if (!a || !b)
        return change;
    const auto *x = std::get_if<TensorPtr>(&a->value), *y = std::get_if<TensorPtr>(&b->value);
    if (x && y && *x && *y)
        if (const auto tensors = tensorChange(**x, **y, options))
            change.figures = tensors->figures;
    return change;
}

} // namespace

std::vector<PropertyChange> attributeChanges(const Attributes& a, const Attributes& b,
                                             const CompareOptions& options) {
    std::vector<PropertyChange> changes;
    if (&a == &b)
        return changes;
    std::map<std::string_view, std::pair<const Attribute*, const Attribute*>> byName;
    for (const auto& each : a)
        byName[each->name].first = each.get();
    for (const auto& each : b)
        byName[each->name].second = each.get();
    for (const auto& [name, pair] : byName)
        if (auto change = changeOf(std::string(name), pair.first, pair.second, options))
            changes.push_back(*std::move(change));
    return changes;
}

std::vector<PropertyChange> pairChanges(const Metadata& a, const Metadata& b, DifferenceKind kind) {
    std::map<std::string, std::pair<std::string, std::string>> byKey;
    for (const auto& [key, value] : a)
        byKey[key].first = value;
    for (const auto& [key, value] : b)
        byKey[key].second = value;
    std::vector<PropertyChange> changes;
    for (const auto& [key, values] : byKey)
        if (values.first != values.second)
            changes.push_back({kind, key, values.first, values.second, {}});
    return changes;
}

std::vector<PropertyChange> annotationChanges(const AnnotationsPtr& a, const AnnotationsPtr& b) {
    if (a == b)
        return {};
    static const Annotations kNone;
    const Annotations &left = a ? *a : kNone, &right = b ? *b : kNone;
    auto changes = pairChanges(left.metadata, right.metadata, DifferenceKind::metadata);
    if (left.docString != right.docString)
        changes.push_back({DifferenceKind::metadata,
                           std::string("doc_string"),
                           left.docString,
                           right.docString,
                           {}});
    return changes;
}

} // namespace partita
