#include "tests/fuzz/model_invariants.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/edits/edit_tools.h"
#include "core/ir/graph_order.h"
#include "core/ir/returned_values.h"

namespace partita::fuzz {

namespace {

class Invariants {
public:
    explicit Invariants(const Model& model) : m_model(model) {}

    std::string check() {
        m_model.graphs().forEach([&](GraphId id, const auto& graph) { checkGraph(id, *graph); });
        m_model.nodes().forEach([&](NodeId id, const auto& node) { checkNode(id, *node); });
        m_model.values().forEach([&](ValueId id, const auto& value) { checkValue(id, *value); });
        checkOrder();
        return m_broken;
    }

private:
    void broken(const std::string& what) {
        if (m_broken.empty())
            m_broken = what;
    }

    void checkGraph(GraphId id, const Graph& graph) {
        if (graph.parent && !m_model.node(graph.parent))
            broken("graph " + std::to_string(id.value) + " is of a node that is gone");
        for (const ValueId value : graph.inputs)
            if (!m_model.value(value) || m_model.value(value)->graph != id)
                broken("an input of graph " + std::to_string(id.value) + " is not of it");
        for (const ValueId value : graph.outputs)
            if (!m_model.value(value) || !sees(m_model, id, m_model.value(value)->graph))
                broken("graph " + std::to_string(id.value) + " returns what it does not see");
        for (const ValueId value : returnedBy(graph))
            ++m_returns[value];
        for (const auto& annotation : graph.quantization)
            if (!m_model.value(annotation.tensor))
                broken("a quantization annotation is of a value that is gone");
    }

    void checkNode(NodeId id, const Node& node) {
        if (node.id != id || !m_model.graph(node.graph)) {
            broken(node.label() + " is in no graph");
            return;
        }
        for (const ValueId input : node.inputs) {
            if (!input)
                continue;
            m_readers[input].insert(id);
            if (!m_model.value(input))
                broken(node.label() + " reads a value that is gone");
            else if (!sees(m_model, node.graph, m_model.value(input)->graph))
                broken(node.label() + " reads '" + m_model.value(input)->name +
                       "', which it does not see");
        }
        for (const ValueId output : node.outputs) {
            if (!output)
                continue;
            if (!m_model.value(output) || m_model.value(output)->graph != node.graph)
                broken(node.label() + " makes a value that is not of its graph");
            if (!m_makers.emplace(output, id).second)
                broken("two nodes make value " + std::to_string(output.value));
        }
        for (const GraphId body : node.subgraphs())
            if (!m_model.graph(body) || m_model.graph(body)->parent != id)
                broken(node.label() + " has a body that is not its own");
    }

    void checkValue(ValueId id, const Value& value) {
        if (value.id != id || !m_model.graph(value.graph)) {
            broken("value '" + value.name + "' is in no graph");
            return;
        }
        if (!m_names[value.graph].insert(value.name).second)
            broken("two values of a graph are called '" + value.name + "'");
        const auto maker = m_makers.find(id);
        if (m_model.producer(id) != (maker == m_makers.end() ? NodeId{} : maker->second))
            broken("the maker of '" + value.name + "' is not the one that the index has");
        const auto indexed = m_model.consumers(id);
        if (!std::ranges::equal(indexed, m_readers[id]))
            broken("the readers of '" + value.name + "' are not those that the index has");
        if (m_model.isGraphOutput(id) != (m_returns[id] > 0))
            broken("whether a graph returns '" + value.name + "' is not what the index has");
        if (maker != m_makers.end() && (value.isConstant() || m_model.isGraphInput(id)))
            broken("'" + value.name + "' is made by a node and is an input or initializer");
    }

    void checkOrder() {
        GraphOrder order(m_model);
        m_model.graphs().forEach([&](GraphId id, const auto&) {
            (void)order.topological(id);
            if (order.foundCycle())
                broken("graph " + std::to_string(id.value) + " has a cycle");
        });
    }

    const Model& m_model;
    std::string m_broken;
    std::map<ValueId, std::set<NodeId>> m_readers;
    std::map<ValueId, NodeId> m_makers;
    std::map<ValueId, std::size_t> m_returns;
    std::map<GraphId, std::set<std::string>> m_names;
};

} // namespace

std::string brokenInvariant(const Model& model) { return Invariants(model).check(); }

} // namespace partita::fuzz
