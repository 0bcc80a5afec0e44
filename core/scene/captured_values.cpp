#include "core/scene/captured_values.h"

#include <algorithm>

namespace partita {

namespace {

class CaptureFinder {
public:
    CaptureFinder(const Model& model, GraphId body, const GraphOrder& order)
        : m_model(model), m_order(order) {
        for (NodeId at = model.graph(body)->parent; at;) {
            const GraphId around = model.node(at)->graph;
            m_around.push_back(around);
            at = model.graph(around)->parent;
        }
    }

    std::vector<ValueId> find(GraphId body) && {
        if (!m_around.empty())
            visit(body);
        return std::move(m_found);
    }

private:
    void visit(GraphId graph) {
        for (const NodeId id : m_order.nodesOf(graph)) {
            const Node& node = *m_model.node(id);
            for (const ValueId input : node.inputs)
                if (input && isCaptured(input) &&
                    std::ranges::find(m_found, input) == m_found.end())
                    m_found.push_back(input);
            for (const GraphId inner : node.subgraphs())
                visit(inner);
        }
        for (const ValueId output : m_model.graph(graph)->outputs) // a body may only pass it on
            if (isCaptured(output) && std::ranges::find(m_found, output) == m_found.end())
                m_found.push_back(output);
    }

    [[nodiscard]] bool isCaptured(ValueId id) const {
        const auto& value = m_model.value(id);
        if (!value || value->isConstant() ||
            std::ranges::find(m_around, value->graph) == m_around.end())
            return false;
        const NodeId producer = m_model.producer(id);
        return !producer || !m_model.node(producer)->is("Constant");
    }

    const Model& m_model;
    const GraphOrder& m_order;
    std::vector<GraphId> m_around;
    std::vector<ValueId> m_found;
};

} // namespace

std::vector<ValueId> capturedValues(const Model& model, GraphId body, const GraphOrder& order) {
    return CaptureFinder(model, body, order).find(body);
}

} // namespace partita
