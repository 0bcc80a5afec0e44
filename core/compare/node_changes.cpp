#include "core/compare/node_changes.h"

#include <algorithm>
#include <utility>

#include "core/compare/attribute_changes.h"
#include "core/compare/node_signatures.h"
#include "core/session/placed_calls.h"

namespace partita {

namespace {

std::string operatorText(const Node& node) {
    const std::string_view domain = plainDomain(node.domain);
    std::string text = domain.empty() ? "" : std::string(domain) + "::";
    text += node.opType.str();
    return node.overload.empty() ? text : text + ":" + node.overload.str();
}

std::string sideOf(const ComparedModel& of, NodeId node) {
    const auto provider = of.placement->providerOf(node);
    return provider ? of.placement->providers[*provider] : std::string();
}

/// The first node inside of a call that another provider runs in the other one, before and after. Nothing
/// where there is none; a call has one provider also where its nodes are on several.
std::optional<std::pair<Message, Message>> movedInside(const ComparedModel& a, NodeId callA,
                                                       const ComparedModel& b, NodeId callB) {
    if (!a.placement->isSplit(callA) && !b.placement->isSplit(callB))
        return std::nullopt;
    const auto partsA = partsOfCall(a.model, *a.placement, callA),
               partsB = partsOfCall(b.model, *b.placement, callB);
    const auto text = [](const ComparedModel& of, const PartOfCall& part) {
        return PARTITA_TEXT("{0} on {1}", of.model.node(part.node)->label(),
                            part.provider ? of.placement->providers[*part.provider] : "–");
    };
    for (std::size_t i = 0; i < std::min(partsA.size(), partsB.size()); ++i)
        if (partsA[i].provider != partsB[i].provider)
            return std::pair(text(a, partsA[i]), text(b, partsB[i]));
    return std::nullopt;
}

/// A value as an input shows it: whether it is constant is told as well.
Message readText(const Model& model, ValueId id, bool isConstant) {
    std::string text = valueText(model, id);
    return isConstant ? PARTITA_TEXT("{0} (constant)", text) : Message(std::move(text));
}

ValueId at(const auto& ids, std::size_t i) { return i < ids.size() ? ids[i] : ValueId{}; }

} // namespace

NodeComparison::NodeComparison(const ComparedModel& a, const ComparedModel& b,
                               const NodeMatching& matching, const ValuePartners& partners,
                               ConstantComparison& constants, const CompareOptions& options)
    : m_a(a), m_b(b), m_modelA(a.model), m_modelB(b.model), m_partners(partners),
      m_constants(constants), m_options(options),
      m_graphs(matching.graphs.begin(), matching.graphs.end()) {}

void NodeComparison::add(DifferenceKind kind, Message what, Message from, Message to) {
    m_found.push_back({kind, std::move(what), std::move(from), std::move(to), {}});
}

std::vector<PropertyChange> NodeComparison::taken() {
    std::erase_if(m_found, [&](const PropertyChange& change) { return isIgnored(change.kind); });
    std::ranges::stable_sort(m_found, {}, &PropertyChange::kind);
    return std::exchange(m_found, {});
}

std::vector<PropertyChange> NodeComparison::changes(NodeId idA, NodeId idB) {
    const auto &a = m_modelA.node(idA), &b = m_modelB.node(idB);
    compareSides(idA, idB);
    if (a == b) { // one object of one document: only what is around it can differ
        compareInputs(*a, *b);
        compareOutputs(*a, *b);
        return taken();
    }
    compareOperators(*a, *b);
    for (auto& change : attributeChanges(*a->attributes, *b->attributes, m_options))
        m_found.push_back(std::move(change));
    compareInputs(*a, *b);
    compareOutputs(*a, *b);
    if (!m_graphs.contains({a->graph, b->graph}))
        add(DifferenceKind::graphs, {}, m_modelA.graphPath(a->graph), m_modelB.graphPath(b->graph));
    if (a->name != b->name)
        add(DifferenceKind::names, {}, a->name, b->name);
    for (auto& change : annotationChanges(a->annotations, b->annotations))
        m_found.push_back(std::move(change));
    return taken();
}

void NodeComparison::compareOperators(const Node& a, const Node& b) {
    const std::string from = operatorText(a), to = operatorText(b);
    if (from != to)
        add(DifferenceKind::operators, {}, from, to);
}

void NodeComparison::compareSides(NodeId a, NodeId b) {
    if (!m_a.placement || !m_b.placement)
        return;
    // A node without a side, such as a Constant or a call that was inlined, is in no partition.
    const std::string from = sideOf(m_a, a), to = sideOf(m_b, b);
    if (from != to)
        return add(DifferenceKind::side, {}, from, to);
    if (auto moved = movedInside(m_a, a, m_b, b))
        add(DifferenceKind::side, {}, std::move(moved->first), std::move(moved->second));
}

void NodeComparison::compareInput(const Message& what, ValueId a, ValueId b) {
    const auto left = constantRead(m_modelA, a), right = constantRead(m_modelB, b);
    if (!left || !right) {
        if (!left != !right || !m_partners.same(a, b))
            add(DifferenceKind::inputs, what, readText(m_modelA, a, left.has_value()),
                readText(m_modelB, b, right.has_value()));
        return;
    }
    if (const PropertyChange* change = m_constants.compare(a, b)) {
        m_found.push_back(*change);
        m_found.back().what = what;
    }
    const auto &x = m_modelA.value(a), &y = m_modelB.value(b);
    if (x->isConstant() && y->isConstant() && x->name != y->name)
        add(DifferenceKind::names, what, x->name, y->name);
}

void NodeComparison::compareInputs(const Node& a, const Node& b) {
    for (std::size_t i = 0; i < std::max(a.inputs.size(), b.inputs.size()); ++i)
        if (at(a.inputs, i) || at(b.inputs, i))
            compareInput(PARTITA_TEXT("input {0}", i), at(a.inputs, i), at(b.inputs, i));
}

void NodeComparison::compareOutputs(const Node& a, const Node& b) {
    for (std::size_t i = 0; i < std::max(a.outputs.size(), b.outputs.size()); ++i) {
        const ValueId x = at(a.outputs, i), y = at(b.outputs, i);
        const Message what = PARTITA_TEXT("output {0}", i);
        if (!x != !y)
            add(DifferenceKind::inputs, what, valueText(m_modelA, x), valueText(m_modelB, y));
        if (!x || !y || !m_modelA.value(x) || !m_modelB.value(y))
            continue;
        if (auto change = m_partners.typeChange(x, y, false)) {
            change->what = what;
            m_found.push_back(*std::move(change));
        }
        const std::string &from = m_modelA.value(x)->name, &to = m_modelB.value(y)->name;
        if (from != to)
            add(DifferenceKind::names, what, from, to);
    }
}

std::vector<PropertyChange> NodeComparison::graphChanges(GraphId idA, GraphId idB) {
    const Graph &a = *m_modelA.graph(idA), &b = *m_modelB.graph(idB);
    const bool main = idA == m_modelA.mainGraph();
    if (!main) { // the ports of the main graph are compared by their names
        if (a.inputs.size() != b.inputs.size())
            add(DifferenceKind::inputs, PARTITA_TEXT("inputs"), std::to_string(a.inputs.size()),
                std::to_string(b.inputs.size()));
        for (std::size_t i = 0; i < std::max(a.outputs.size(), b.outputs.size()); ++i)
            compareInput(PARTITA_TEXT("output {0}", i), at(a.outputs, i), at(b.outputs, i));
        for (std::size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i) {
            const auto &x = m_modelA.value(a.inputs[i]), &y = m_modelB.value(b.inputs[i]);
            if (x && y && x->name != y->name)
                add(DifferenceKind::names, PARTITA_TEXT("input {0}", i), x->name, y->name);
        }
    }
    if (a.name != b.name)
        add(DifferenceKind::names, {}, a.name, b.name);
    for (auto& change : annotationChanges(a.annotations, b.annotations))
        m_found.push_back(std::move(change));
    return taken();
}

} // namespace partita
