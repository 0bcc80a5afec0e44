#include "core/compare/model_facts.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/compare/attribute_changes.h"
#include "core/compare/node_signatures.h"

namespace partita {

namespace {

class FactComparison {
public:
    FactComparison(const Model& a, const Model& b, const ValuePartners& partners)
        : m_a(a), m_b(b), m_partners(partners) {}

    std::vector<ModelFactDifference> run() {
        comparePorts("input", m_partners.inputs(), false);
        comparePorts("output", m_partners.outputs(), true);
        const ModelInfo &a = m_a.info(), &b = m_b.info();
        compareOpsets("", a.opsets, b.opsets);
        compareFunctions();
        const auto number = [](auto value) { return std::to_string(value); };
        compare("ir_version", number(a.irVersion), number(b.irVersion));
        compare("model_version", number(a.modelVersion), number(b.modelVersion));
        compare("producer", a.producerName, b.producerName);
        compare("producer_version", a.producerVersion, b.producerVersion);
        compare("domain", a.domain, b.domain);
        compare("training_infos", number(a.trainingInfos), number(b.trainingInfos));
        for (auto& change : annotationChanges(a.annotations, b.annotations))
            m_found.push_back({"metadata", std::move(change)});
        return std::move(m_found);
    }

private:
    void add(std::string fact, DifferenceKind kind, std::string from, std::string to) {
        m_found.push_back({std::move(fact), {kind, {}, std::move(from), std::move(to), {}}});
    }
    void compare(const std::string& fact, const std::string& from, const std::string& to) {
        if (from != to)
            add(fact, DifferenceKind::metadata, from, to);
    }

    static std::string described(const Model& model, ValueId id) {
        const auto& value = model.value(id);
        return !value ? "" : value->name + (value->type ? " " + value->type->text() : "");
    }

    void comparePorts(const std::string& role,
                      const std::vector<std::pair<ValueId, ValueId>>& ports, bool computed) {
        for (const auto& [a, b] : ports) {
            const auto& named = a ? m_a.value(a) : m_b.value(b);
            const std::string fact = role + " " + (named ? named->name : "");
            if (!a || !b) {
                add(fact, DifferenceKind::inputs, described(m_a, a), described(m_b, b));
                continue;
            }
            if (computed && !isSame(a, b))
                add(fact, DifferenceKind::inputs, giver(m_a, a), giver(m_b, b));
            comparePort(fact, a, b);
        }
    }

    void comparePort(const std::string& fact, ValueId a, ValueId b) {
        const auto &x = m_a.value(a), &y = m_b.value(b);
        if (!x || !y)
            return;
        if (auto change = m_partners.typeChange(a, b, true))
            m_found.push_back({fact, *std::move(change)});
        else if (x->type && y->type && x->type->text() != y->type->text())
            add(fact, DifferenceKind::names, x->type->text(), y->type->text()); // of a symbol
        if (x->name != y->name)
            add(fact, DifferenceKind::names, x->name, y->name);
        for (auto& change : annotationChanges(x->annotations, y->annotations))
            m_found.push_back({fact, std::move(change)});
    }

    /// Whether two outputs are computed by the same node; constants are compared by their content.
    [[nodiscard]] bool isSame(ValueId a, ValueId b) const {
        const auto &x = m_a.value(a), &y = m_b.value(b);
        return m_partners.same(a, b) || (x && y && x->isConstant() && y->isConstant());
    }
    static std::string giver(const Model& model, ValueId id) {
        const NodeId producer = model.producer(id);
        return producer ? model.node(producer)->label() : valueText(model, id);
    }

    void compareOpsets(const std::string& where, const std::vector<OpsetImport>& a,
                       const std::vector<OpsetImport>& b) {
        std::map<std::string, std::pair<std::string, std::string>> byDomain;
        for (const auto& each : a)
            byDomain[std::string(plainDomain(each.domain))].first = std::to_string(each.version);
        for (const auto& each : b)
            byDomain[std::string(plainDomain(each.domain))].second = std::to_string(each.version);
        for (const auto& [domain, versions] : byDomain)
            if (versions.first != versions.second)
                add(where + "opset " + (domain.empty() ? "ai.onnx" : domain),
                    DifferenceKind::opsets, versions.first, versions.second);
    }

    void compareFunctions() {
        std::map<std::string, std::pair<const Graph*, const Graph*>> byName;
        const auto nameOf = [](const Graph& graph) {
            return graph.function->domain + "::" + graph.name +
                   (graph.function->overload.empty() ? "" : ":" + graph.function->overload);
        };
        for (const GraphId id : m_a.info().functions)
            byName[nameOf(*m_a.graph(id))].first = m_a.graph(id).get();
        for (const GraphId id : m_b.info().functions)
            byName[nameOf(*m_b.graph(id))].second = m_b.graph(id).get();
        for (const auto& [name, pair] : byName) {
            const std::string fact = "function " + name;
            if (!pair.first || !pair.second) {
                add(fact, DifferenceKind::graphs, pair.first ? name : "", pair.second ? name : "");
                continue;
            }
            const FunctionInfo &a = *pair.first->function, &b = *pair.second->function;
            compareOpsets(fact + " ", a.opsets, b.opsets);
            if (a.attributes != b.attributes)
                add(fact, DifferenceKind::attributes, std::to_string(a.attributes.size()),
                    std::to_string(b.attributes.size()));
            for (auto& change : attributeChanges(a.defaults, b.defaults, {}))
                m_found.push_back({fact, std::move(change)});
        }
    }

    const Model &m_a, &m_b;
    const ValuePartners& m_partners;
    std::vector<ModelFactDifference> m_found;
};

/// The sets of partitions that share nodes: a forest over the partitions of both models.
class SharedNodes {
public:
    explicit SharedNodes(std::size_t count) : m_parents(count) {
        std::iota(m_parents.begin(), m_parents.end(), 0U);
    }
    std::size_t rootOf(std::size_t i) {
        for (; m_parents[i] != i; i = m_parents[i])
            m_parents[i] = m_parents[m_parents[i]];
        return i;
    }
    void join(std::size_t i, std::size_t j) {
        const std::size_t x = rootOf(i), y = rootOf(j);
        m_parents[std::max(x, y)] = std::min(x, y);
    }

private:
    std::vector<std::size_t> m_parents;
};

} // namespace

std::vector<ModelFactDifference> factDifferences(const Model& a, const Model& b,
                                                 const ValuePartners& partners,
                                                 const CompareOptions& options) {
    auto found = FactComparison(a, b, partners).run();
    std::erase_if(found, [&](const ModelFactDifference& each) {
        return options.ignored.contains(each.change.kind);
    });
    return found;
}

std::vector<RegroupedPartitions> regroupedPartitions(const Partitioning& a, const Partitioning& b,
                                                     const NodeMatching& matching) {
    const std::size_t first = a.partitions.size();
    SharedNodes sets(first + b.partitions.size());
    std::vector<bool> shared(first + b.partitions.size());
    for (const NodePair& pair : matching.pairs) {
        const Partition *left = a.partition(pair.a), *right = b.partition(pair.b);
        if (!left || !right)
            continue;
        sets.join(left->index - 1, first + right->index - 1);
        shared[left->index - 1] = shared[first + right->index - 1] = true;
    }
    std::map<std::size_t, RegroupedPartitions> byRoot;
    for (std::size_t i = 0; i < shared.size(); ++i)
        if (shared[i]) {
            RegroupedPartitions& set = byRoot[sets.rootOf(i)];
            (i < first ? set.a : set.b)
                .push_back(static_cast<std::uint32_t>(i < first ? i + 1 : i - first + 1));
        }
    std::vector<RegroupedPartitions> regrouped;
    for (auto& [root, set] : byRoot)
        if (set.a.size() != 1 || set.b.size() != 1)
            regrouped.push_back(std::move(set));
    return regrouped;
}

} // namespace partita
