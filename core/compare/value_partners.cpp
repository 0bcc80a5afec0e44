#include "core/compare/value_partners.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace partita {

namespace {

std::string nameOf(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    return value ? value->name : std::string();
}

/// Whether two inputs may be one input under two names.
bool alike(const Model& a, ValueId idA, const Model& b, ValueId idB) {
    const auto &left = a.value(idA), &right = b.value(idB);
    if (!left || !right)
        return false;
    const Type *x = left->type.get(), *y = right->type.get();
    return !x || !y ||
           (x->kind == y->kind && x->element == y->element &&
            (!x->shape || !y->shape || x->shape->size() == y->shape->size()));
}

/// Pairs values by name, then the others in their order; those without a partner have none.
std::vector<std::pair<ValueId, ValueId>> pairedPorts(const Model& a, const std::vector<ValueId>& as,
                                                     const Model& b,
                                                     const std::vector<ValueId>& bs) {
    std::unordered_map<std::string, ValueId> named;
    for (const ValueId id : bs)
        named.try_emplace(nameOf(b, id), id);
    std::vector<std::pair<ValueId, ValueId>> pairs;
    std::unordered_set<ValueId> taken;
    for (const ValueId id : as) {
        const auto found = named.find(nameOf(a, id));
        const bool free = found != named.end() && taken.insert(found->second).second;
        pairs.emplace_back(id, free ? found->second : ValueId{});
    }
    // A renamed one stands at the same place among those that are left.
    std::vector<ValueId> left;
    for (const ValueId id : bs)
        if (!taken.contains(id))
            left.push_back(id);
    std::size_t next = 0;
    for (auto& [x, y] : pairs) {
        if (y || next >= left.size())
            continue;
        if (alike(a, x, b, left[next]))
            y = std::exchange(left[next], ValueId{});
        ++next;
    }
    for (const ValueId id : left)
        if (id)
            pairs.emplace_back(ValueId{}, id);
    return pairs;
}

} // namespace

std::string valueText(const Model& model, ValueId id) {
    const auto& value = model.value(id);
    if (!value)
        return {};
    if (!value->name.empty())
        return value->name;
    const NodeId producer = model.producer(id);
    return producer ? model.node(producer)->label() : "#" + std::to_string(id.value);
}

ValuePartners::ValuePartners(const Model& a, const Model& b, const NodeMatching& matching)
    : m_a(a), m_b(b), m_matching(matching) {
    const Graph &mainA = *a.graph(a.mainGraph()), &mainB = *b.graph(b.mainGraph());
    m_mainInputs = pairedPorts(a, mainA.inputs, b, mainB.inputs);
    m_mainOutputs = pairedPorts(a, mainA.outputs, b, mainB.outputs);
    for (const auto& [x, y] : m_mainInputs)
        if (x && y)
            m_inputs[x] = y;
    for (const auto& [x, y] : matching.graphs)
        if (x != a.mainGraph())
            pairInputs(x, y);
    pairSymbols();
}

void ValuePartners::pairInputs(GraphId a, GraphId b) {
    const auto &left = m_a.graph(a)->inputs, &right = m_b.graph(b)->inputs;
    for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i)
        m_inputs[left[i]] = right[i];
}

void ValuePartners::pairSymbols() {
    for (const auto& [a, b] : m_mainInputs) {
        if (!a || !b || !m_a.value(a)->type || !m_b.value(b)->type)
            continue;
        const auto &left = m_a.value(a)->type->shape, &right = m_b.value(b)->type->shape;
        for (std::size_t i = 0; left && right && i < std::min(left->size(), right->size()); ++i) {
            const std::string &x = (*left)[i].param, &y = (*right)[i].param;
            if (!x.empty() && !y.empty() && !m_symbols.contains(x) && !m_symbolsBack.contains(y)) {
                m_symbols[x] = y;
                m_symbolsBack[y] = x;
            }
        }
    }
}

bool ValuePartners::same(ValueId a, ValueId b) const {
    if (!a || !b)
        return !a && !b;
    const NodeId left = m_a.producer(a), right = m_b.producer(b);
    if (!left != !right)
        return false;
    if (!left) {
        const auto found = m_inputs.find(a);
        return found != m_inputs.end() && found->second == b;
    }
    if (m_matching.partnerOfA(left) != right)
        return false;
    const auto &x = m_a.node(left)->outputs, &y = m_b.node(right)->outputs;
    if (x.size() == 1 && y.size() == 1)
        return true;
    return std::ranges::find(x, a) - x.begin() == std::ranges::find(y, b) - y.begin();
}

bool ValuePartners::sameDim(const Dim& a, const Dim& b, bool exact) const {
    // A number beside "?" is knowledge, beside a symbol it is another size.
    if (a.value || b.value)
        return a.value == b.value ||
               (!exact && (a.value ? b.param.empty() && !b.value : a.param.empty()));
    if (a.param == b.param)
        return true;
    if (a.param.empty() || b.param.empty())
        return !exact;
    const auto known = m_symbols.find(a.param);
    if (known != m_symbols.end())
        return known->second == b.param;
    return !m_symbolsBack.contains(b.param);
}

bool ValuePartners::sameShape(const Shape& a, const Shape& b, bool exact) const {
    return std::ranges::equal(a, b,
                              [&](const Dim& x, const Dim& y) { return sameDim(x, y, exact); });
}

std::optional<PropertyChange> ValuePartners::typeChange(ValueId a, ValueId b, bool exact) const {
    const auto &left = m_a.value(a), &right = m_b.value(b);
    const Type *x = left ? left->type.get() : nullptr, *y = right ? right->type.get() : nullptr;
    if (x == y || (!exact && (!x || !y)))
        return std::nullopt;
    const std::string from = x ? x->text() : "", to = y ? y->text() : "";
    if (!x || !y || x->kind != y->kind || x->element != y->element)
        return PropertyChange{DifferenceKind::types, {}, from, to, {}};
    if (x->kind != Type::Kind::tensor && x->kind != Type::Kind::sparseTensor)
        return sameType(*x, *y) || from == to
                   ? std::nullopt
                   : std::optional(PropertyChange{DifferenceKind::types, {}, from, to, {}});
    const bool known = x->shape && y->shape;
    if (known ? sameShape(*x->shape, *y->shape, exact) : (!exact || !x->shape == !y->shape))
        return std::nullopt;
    return PropertyChange{DifferenceKind::shapes, {}, from, to, {}};
}

} // namespace partita
