#include "core/compare/difference_step.h"

#include <algorithm>

#include "core/compare/value_partners.h"

namespace partita {

namespace {

using Status = NodeDifference::Status;

/// Turns model B into model A.
class StepBuilder {
public:
    StepBuilder(const Model& a, const Model& b, const ModelDifferences& differences)
        : m_a(a), m_b(b), m_differences(differences), m_editor(b) {}

    DifferenceStep run() {
        mapGraphs();
        mapMatched();
        addRemoved();
        changeNodes();
        for (const NodeDifference& each : m_differences.nodes)
            if (each.status == Status::added)
                m_editor.removeNode(each.b);
        changePorts();
        return {std::move(m_editor).commit().inverse(), std::move(m_removed)};
    }

private:
    void mapGraphs() {
        for (const auto& [a, b] : m_differences.matching.graphs) {
            m_graphs[a] = b;
            const auto &from = m_a.graph(a)->inputs, &to = m_b.graph(b)->inputs;
            if (a != m_a.mainGraph())
                for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i)
                    m_values[from[i]] = to[i];
        }
        const ValuePartners partners(m_a, m_b, m_differences.matching);
        for (const auto& [a, b] : partners.inputs())
            if (a && b)
                m_values[a] = b;
    }

    /// The values of nodes without a difference, and the outputs of all matched ones.
    void mapMatched() {
        for (const NodePair& pair : m_differences.matching.pairs) {
            const Node &a = *m_a.node(pair.a), &b = *m_b.node(pair.b);
            for (std::size_t i = 0; i < std::min(a.outputs.size(), b.outputs.size()); ++i)
                if (a.outputs[i] && b.outputs[i])
                    m_values.try_emplace(a.outputs[i], b.outputs[i]);
            for (std::size_t i = 0; i < std::min(a.inputs.size(), b.inputs.size()); ++i)
                if (isConstant(m_a, a.inputs[i]) && isConstant(m_b, b.inputs[i]))
                    m_values.try_emplace(a.inputs[i], b.inputs[i]);
        }
    }

    static bool isConstant(const Model& model, ValueId id) {
        const auto& value = model.value(id);
        return value && value->isConstant();
    }

    /// The value of B for a value of A; made if B does not have it.
    ValueId mapped(ValueId id) {
        const auto& value = m_a.value(id);
        if (!value)
            return {};
        if (const auto known = m_values.find(id); known != m_values.end())
            return known->second;
        const auto graph = m_graphs.find(value->graph);
        Value made = *value;
        made.graph = graph == m_graphs.end() ? m_b.mainGraph() : graph->second;
        return m_values[id] = m_editor.addValue(std::move(made));
    }

    template <class Ids> Ids mappedAll(const Ids& ids) {
        Ids made;
        for (const ValueId id : ids)
            made.push_back(mapped(id));
        return made;
    }

    /// The attributes without graphs, and the graphs of `other`.
    static std::shared_ptr<const Attributes> withBodiesOf(const Node& node, const Node* other) {
        const auto isGraph = [](const AttributePtr& each) {
            return std::holds_alternative<GraphId>(each->value) ||
                   std::holds_alternative<std::vector<GraphId>>(each->value);
        };
        if (std::ranges::none_of(*node.attributes, isGraph) &&
            (!other || std::ranges::none_of(*other->attributes, isGraph)))
            return node.attributes;
        auto made = std::make_shared<Attributes>();
        std::ranges::copy_if(*node.attributes, std::back_inserter(*made),
                             [&](const AttributePtr& each) { return !isGraph(each); });
        if (other)
            std::ranges::copy_if(*other->attributes, std::back_inserter(*made), isGraph);
        return made;
    }

    void addRemoved() {
        for (const NodeDifference& each : m_differences.nodes) {
            if (each.status != Status::removed)
                continue;
            Node node = *m_a.node(each.a);
            const auto graph = m_graphs.find(node.graph);
            if (graph == m_graphs.end())
                continue; // in a body that B does not have
            node.graph = graph->second;
            node.attributes = withBodiesOf(node, nullptr);
            node.inputs = mappedAll(node.inputs);
            node.outputs = mappedAll(node.outputs);
            m_removed[each.a] = m_editor.addNode(std::move(node));
        }
    }

    void changeNodes() {
        for (const NodeDifference& each : m_differences.nodes) {
            if (each.status != Status::changed)
                continue;
            const Node &a = *m_a.node(each.a), &b = *m_b.node(each.b);
            auto inputs = mappedAll(a.inputs), outputs = mappedAll(a.outputs);
            const auto graph = m_graphs.find(a.graph);
            m_editor.changeNode(each.b, [&](Node& node) {
                if (graph != m_graphs.end())
                    node.graph = graph->second;
                node.name = a.name;
                node.opType = a.opType;
                node.domain = a.domain;
                node.overload = a.overload;
                node.annotations = a.annotations;
                node.attributes = withBodiesOf(a, &b);
                node.inputs = inputs;
                node.outputs = outputs;
            });
            for (std::size_t i = 0; i < std::min(a.outputs.size(), outputs.size()); ++i)
                changeValue(a.outputs[i], outputs[i]);
            for (std::size_t i = 0; i < std::min(a.inputs.size(), inputs.size()); ++i)
                if (isConstant(m_a, a.inputs[i]))
                    changeValue(a.inputs[i], inputs[i]);
        }
    }

    /// Gives a value of B the name, the type and the content that it has in A.
    void changeValue(ValueId a, ValueId b) {
        const auto &from = m_a.value(a), &to = m_editor.model().value(b);
        if (!from || !to ||
            (from->name == to->name && from->type == to->type &&
             from->initializer == to->initializer))
            return;
        m_editor.changeValue(b, [&](Value& value) {
            value.name = from->name;
            value.type = from->type;
            value.initializer = from->initializer;
            value.sparseInitializer = from->sparseInitializer;
        });
    }

    /// Gives an input or output of B the name and the type that it has in A. They may differ where
    /// no node does, and what a node reads and gives depends on them.
    void changePort(ValueId a, ValueId b) {
        const auto &from = m_a.value(a), &to = m_editor.model().value(b);
        if (from->name != to->name || !sameTypeOrNone(from->type, to->type))
            m_editor.changeValue(b, [&](Value& value) {
                value.name = from->name;
                value.type = from->type;
            });
    }

    void changePorts() {
        for (const auto& [a, b] : m_differences.matching.graphs) {
            auto inputs = mappedAll(m_a.graph(a)->inputs),
                 outputs = mappedAll(m_a.graph(a)->outputs);
            for (std::size_t i = 0; i < inputs.size(); ++i)
                changePort(m_a.graph(a)->inputs[i], inputs[i]);
            for (std::size_t i = 0; i < outputs.size(); ++i)
                changePort(m_a.graph(a)->outputs[i], outputs[i]);
            if (inputs != m_b.graph(b)->inputs || outputs != m_b.graph(b)->outputs)
                m_editor.changeGraph(b, [&](Graph& graph) {
                    graph.inputs = std::move(inputs);
                    graph.outputs = std::move(outputs);
                });
        }
    }

    const Model &m_a, &m_b;
    const ModelDifferences& m_differences;
    ModelEditor m_editor;
    std::unordered_map<GraphId, GraphId> m_graphs;
    std::unordered_map<ValueId, ValueId> m_values;
    std::unordered_map<NodeId, NodeId> m_removed;
};

} // namespace

DifferenceStep stepOf(const Model& a, const Model& b, const ModelDifferences& differences) {
    return StepBuilder(a, b, differences).run();
}

} // namespace partita
