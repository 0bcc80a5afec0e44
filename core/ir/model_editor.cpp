#include <algorithm>
#include <cassert>

#include "core/ir/model.h"
#include "core/ir/returned_values.h"

namespace partita {

ModelEditor::ModelEditor(Model base, StepId step)
    : m_base(base), m_model(std::move(base)), m_step(step) {}

std::shared_ptr<Node> ModelEditor::copyOf(const Node& node) { return std::make_shared<Node>(node); }
std::shared_ptr<Value> ModelEditor::copyOf(const Value& value) {
    return std::make_shared<Value>(value);
}
std::shared_ptr<Graph> ModelEditor::copyOf(const Graph& graph) {
    return std::make_shared<Graph>(graph);
}
std::shared_ptr<ModelInfo> ModelEditor::copyOf(const ModelInfo& info) {
    return std::make_shared<ModelInfo>(info);
}

NodeId ModelEditor::addNode(Node node, std::span<const NodeId> derivedFrom) {
    node.id = NodeId{m_model.m_nextNode};
    node.origin =
        std::make_shared<const Origin>(Origin{m_step, {derivedFrom.begin(), derivedFrom.end()}});
    if (!node.attributes)
        node.attributes = std::make_shared<const Attributes>();
    const NodeId id = node.id;
    m_model.setNode(id, std::make_shared<const Node>(std::move(node)));
    return id;
}

ValueId ModelEditor::addValue(Value value) {
    value.id = ValueId{m_model.m_nextValue};
    const ValueId id = value.id;
    m_model.setValue(id, std::make_shared<const Value>(std::move(value)));
    return id;
}

GraphId ModelEditor::addGraph(Graph graph) {
    graph.id = GraphId{m_model.m_nextGraph};
    const GraphId id = graph.id;
    m_model.setGraph(id, std::make_shared<const Graph>(std::move(graph)));
    return id;
}

void ModelEditor::removeNode(NodeId id) { m_model.setNode(id, nullptr); }
void ModelEditor::removeValue(ValueId id) { m_model.setValue(id, nullptr); }
void ModelEditor::removeGraph(GraphId id) { m_model.setGraph(id, nullptr); }

void ModelEditor::setAttribute(NodeId id, AttributePtr attribute) {
    changeNode(id, [&](Node& node) {
        auto attributes = std::make_shared<Attributes>(*node.attributes);
        const auto at =
            std::find_if(attributes->begin(), attributes->end(),
                         [&](const auto& entry) { return entry->name == attribute->name; });
        if (at != attributes->end())
            *at = std::move(attribute);
        else
            attributes->push_back(std::move(attribute));
        node.attributes = std::move(attributes);
    });
}

void ModelEditor::removeAttribute(NodeId id, std::string_view name) {
    changeNode(id, [&](Node& node) {
        auto attributes = std::make_shared<Attributes>(*node.attributes);
        std::erase_if(*attributes, [&](const auto& entry) { return entry->name == name; });
        node.attributes = std::move(attributes);
    });
}

bool ModelEditor::replaceAllUses(ValueId from, ValueId to) {
    assert(from && to && from != to);
    const auto isInterface = [this](ValueId id) {
        return m_model.isGraphInput(id) || m_model.isGraphOutput(id);
    };
    if (isInterface(from) && isInterface(to))
        return false;
    const auto readers = m_model.consumers(from);
    for (const NodeId reader : std::vector<NodeId>(readers.begin(), readers.end()))
        changeNode(reader, [&](Node& node) {
            std::replace(node.inputs.begin(), node.inputs.end(), from, to);
        });
    if (m_model.isGraphOutput(from))
        moveOutput(from, to);
    return true;
}

// The names of a graph's outputs must stay, so the new output takes the old one's name.
void ModelEditor::moveOutput(ValueId from, ValueId to) {
    const auto old = m_model.value(from);
    const auto returns = [&](const Graph& graph) {
        return std::find(graph.outputs.begin(), graph.outputs.end(), from) != graph.outputs.end();
    };
    std::vector<GraphId> owners;
    if (returns(*m_model.graph(old->graph)))
        owners.push_back(old->graph);
    // Bodies that return what they capture are looked for only where there are some.
    if (const IdList<NodeId> uses = m_model.m_uses.get(from).consumers;
        uses.size() > owners.size() && !*(uses.begin() + owners.size()))
        m_model.graphs().forEach([&](GraphId id, const auto& graph) {
            if (id != old->graph && returns(*graph))
                owners.push_back(id);
        });
    for (const GraphId owner : owners)
        changeGraph(owner, [&](Graph& graph) {
            std::replace(graph.outputs.begin(), graph.outputs.end(), from, to);
        });
    changeValue(to, [&](Value& value) {
        value.name = old->name;
        if (old->type)
            value.type = old->type;
    });
    changeValue(from,
                [&](Value& value) { value.name += "_replaced_" + std::to_string(from.value); });
}

ModelDelta ModelEditor::commit() && { return diff(m_base, m_model); }

void ModelBuilder::add(std::shared_ptr<const Node> node) {
    const auto id = node->id;
    m_model.m_nodes.set(id, std::move(node));
}
void ModelBuilder::add(std::shared_ptr<const Value> value) {
    const auto id = value->id;
    m_model.m_values.set(id, std::move(value));
}
void ModelBuilder::add(std::shared_ptr<const Graph> graph) {
    const auto id = graph->id;
    m_model.m_graphs.set(id, std::move(graph));
}

Model ModelBuilder::finish(ModelInfo info) && {
    // Collects each value's consumers in a plain list first: linking node by node would copy long
    // lists over and over.
    std::vector<Uses> uses(m_model.m_nextValue);
    std::vector<std::size_t> returns(uses.size()); // by how many graphs
    m_model.m_nodes.forEach([&](NodeId id, const auto& node) {
        for (const ValueId output : node->outputs)
            uses[output.value].producer = id;
        for (const ValueId input : node->inputs)
            if (auto& readers = uses[input.value].consumers;
                readers.empty() || readers.back() != id)
                readers.push_back(id);
    });
    m_model.m_graphs.forEach([&](GraphId, const auto& graph) {
        for (const ValueId output : returnedBy(*graph))
            ++returns[output.value];
    });
    for (std::uint32_t i = 1; i < uses.size(); ++i) {
        if (returns[i] > 0) {
            std::vector<NodeId> all(returns[i]); // a none-id for each graph that returns the value
            all.insert(all.end(), uses[i].consumers.begin(), uses[i].consumers.end());
            uses[i].consumers = IdList<NodeId>(all.begin(), all.end());
        }
        m_model.m_uses.set(ValueId{i}, std::move(uses[i]));
    }
    m_model.m_info = std::make_shared<const ModelInfo>(std::move(info));
    return std::move(m_model);
}

} // namespace partita
