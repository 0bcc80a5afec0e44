#include "core/ir/model.h"

#include <algorithm>
#include <iterator>

#include "core/ir/graph_order.h"
#include "core/ir/returned_values.h"

namespace partita {

namespace {

template <class T> const T* attributeValue(const Node& node, std::string_view name) {
    const Attribute* attribute = node.attribute(name);
    return attribute ? std::get_if<T>(&attribute->value) : nullptr;
}

void insertSorted(IdList<NodeId>& list, NodeId id) {
    const auto* at = std::lower_bound(list.begin(), list.end(), id);
    if (at == list.end() || *at != id)
        list.insert(at, id);
}

/// None-ids stand before the readers of a value, which ascend: one for each graph that returns it.
std::size_t returnsIn(const IdList<NodeId>& consumers) {
    return static_cast<std::size_t>(std::upper_bound(consumers.begin(), consumers.end(), NodeId{}) -
                                    consumers.begin());
}

} // namespace

const Attribute* Node::attribute(std::string_view attributeName) const {
    for (const auto& entry : *attributes)
        if (entry->name == attributeName)
            return entry.get();
    return nullptr;
}

std::int64_t Node::intAttribute(std::string_view attributeName, std::int64_t otherwise) const {
    const auto* found = attributeValue<std::int64_t>(*this, attributeName);
    return found ? *found : otherwise;
}

float Node::floatAttribute(std::string_view attributeName, float otherwise) const {
    const auto* found = attributeValue<float>(*this, attributeName);
    return found ? *found : otherwise;
}

std::string_view Node::stringAttribute(std::string_view attributeName,
                                       std::string_view otherwise) const {
    const auto* found = attributeValue<Buffer>(*this, attributeName);
    return found ? found->text() : otherwise;
}

const std::vector<std::int64_t>& Node::intsAttribute(std::string_view attributeName) const {
    static const std::vector<std::int64_t> none;
    const auto* found = attributeValue<std::vector<std::int64_t>>(*this, attributeName);
    return found ? *found : none;
}

std::vector<float> Node::floatsAttribute(std::string_view attributeName) const {
    const auto* found = attributeValue<std::vector<float>>(*this, attributeName);
    return found ? *found : std::vector<float>();
}

std::vector<std::string> Node::stringsAttribute(std::string_view attributeName) const {
    const auto* found = attributeValue<std::vector<std::string>>(*this, attributeName);
    return found ? *found : std::vector<std::string>();
}

std::vector<GraphId> Node::subgraphs() const {
    std::vector<GraphId> found;
    for (const auto& entry : *attributes) {
        if (const auto* one = std::get_if<GraphId>(&entry->value))
            found.push_back(*one);
        if (const auto* many = std::get_if<std::vector<GraphId>>(&entry->value))
            found.insert(found.end(), many->begin(), many->end());
    }
    return found;
}

bool Node::isOneOf(std::initializer_list<std::string_view> ops) const {
    return isOnnx() && std::ranges::find(ops, std::string_view(opType)) != ops.end();
}

std::string Node::label() const {
    return name.empty() ? opType + " #" + std::to_string(id.value) : name;
}

std::optional<std::int64_t> ModelInfo::opset(std::string_view wanted) const {
    const bool onnx = wanted.empty() || wanted == "ai.onnx";
    for (const auto& import : opsets)
        if (import.domain == wanted ||
            (onnx && (import.domain.empty() || import.domain == "ai.onnx")))
            return import.version;
    return std::nullopt;
}

ModelDelta ModelDelta::inverse() const {
    ModelDelta result = *this;
    for (auto& change : result.nodes)
        std::swap(change.before, change.after);
    for (auto& change : result.values)
        std::swap(change.before, change.after);
    for (auto& change : result.graphs)
        std::swap(change.before, change.after);
    std::swap(result.infoBefore, result.infoAfter);
    return result;
}

Model::Model() : m_info(std::make_shared<const ModelInfo>()) {}
Model::Model(const Model& other) = default;
Model::Model(Model&& other) noexcept = default;
Model& Model::operator=(const Model& other) = default;
Model& Model::operator=(Model&& other) noexcept = default;
Model::~Model() = default;

NodeId Model::producer(ValueId id) const { return m_uses.get(id).producer; }

std::span<const NodeId> Model::consumers(ValueId id) const {
    const auto& all = m_uses.get(id).consumers;
    return std::span<const NodeId>(all).subspan(returnsIn(all));
}

bool Model::isGraphOutput(ValueId id) const {
    return value(id) && returnsIn(m_uses.get(id).consumers) > 0;
}

bool Model::isGraphInput(ValueId id) const {
    const auto& owner = value(id) ? graph(value(id)->graph) : graph({});
    return owner &&
           std::find(owner->inputs.begin(), owner->inputs.end(), id) != owner->inputs.end();
}

std::vector<NodeId> Model::nodesOf(GraphId wanted) const {
    std::vector<NodeId> found;
    m_nodes.forEach([&](NodeId id, const auto& node) {
        if (node->graph == wanted)
            found.push_back(id);
    });
    return found;
}

std::vector<NodeId> Model::topologicalOrder(GraphId graph) const {
    return GraphOrder(*this).topological(graph);
}

std::string Model::graphPath(GraphId id) const {
    const auto& found = graph(id);
    if (!found)
        return "?";
    if (found->function)
        return "function " + found->function->domain + "::" + found->name;
    const auto& parent = node(found->parent);
    if (!parent)
        return "main";
    std::string role;
    for (const auto& attribute : *parent->attributes)
        if (const auto* body = std::get_if<GraphId>(&attribute->value); body && *body == id)
            role = "." + attribute->name;
    return graphPath(parent->graph) + " / " + parent->label() + role;
}

void Model::unlink(const Node& node) {
    for (const ValueId output : node.outputs)
        if (Uses uses = m_uses.get(output); uses.producer == node.id) {
            uses.producer = {};
            m_uses.set(output, std::move(uses));
        }
    for (const ValueId input : node.inputs) {
        Uses uses = m_uses.get(input);
        const auto* at = std::find(uses.consumers.begin(), uses.consumers.end(), node.id);
        if (at == uses.consumers.end())
            continue;
        uses.consumers.erase(at);
        m_uses.set(input, std::move(uses));
    }
}

void Model::link(const Node& node) {
    for (const ValueId output : node.outputs)
        if (output) {
            Uses uses = m_uses.get(output);
            uses.producer = node.id;
            m_uses.set(output, std::move(uses));
        }
    for (const ValueId input : node.inputs)
        if (input) {
            Uses uses = m_uses.get(input);
            insertSorted(uses.consumers, node.id);
            m_uses.set(input, std::move(uses));
        }
}

void Model::setNode(NodeId id, std::shared_ptr<const Node> node) {
    const auto before = m_nodes.get(id);
    const bool sameWiring =
        before && node && before->inputs == node->inputs && before->outputs == node->outputs;
    if (before && !sameWiring)
        unlink(*before);
    if (node && !sameWiring)
        link(*node);
    m_nodes.set(id, std::move(node));
    m_nextNode = std::max(m_nextNode, id.value + 1);
}

void Model::setValue(ValueId id, std::shared_ptr<const Value> value) {
    m_values.set(id, std::move(value));
    m_nextValue = std::max(m_nextValue, id.value + 1);
}

void Model::setGraph(GraphId id, std::shared_ptr<const Graph> graph) {
    const auto before = m_graphs.get(id);
    if (!before || !graph || before->outputs != graph->outputs) {
        const auto was = before ? returnedBy(*before) : std::vector<ValueId>();
        const auto is = graph ? returnedBy(*graph) : std::vector<ValueId>();
        std::vector<ValueId> changed;
        std::ranges::set_symmetric_difference(was, is, std::back_inserter(changed));
        for (const ValueId output : changed) {
            Uses uses = m_uses.get(output);
            if (std::ranges::binary_search(is, output))
                uses.consumers.insert(uses.consumers.begin(), NodeId{});
            else if (returnsIn(uses.consumers) > 0)
                uses.consumers.erase(uses.consumers.begin());
            m_uses.set(output, std::move(uses));
        }
    }
    m_graphs.set(id, std::move(graph));
    m_nextGraph = std::max(m_nextGraph, id.value + 1);
}

Model Model::with(const ModelDelta& delta) const {
    Model result = *this;
    for (const auto& change : delta.graphs)
        result.setGraph(change.id, change.after);
    for (const auto& change : delta.values)
        result.setValue(change.id, change.after);
    // Removals come first, so that unlinking a value's old producer cannot undo the new link.
    for (const auto& change : delta.nodes)
        if (!change.after)
            result.setNode(change.id, nullptr);
    for (const auto& change : delta.nodes)
        if (change.after)
            result.setNode(change.id, change.after);
    if (delta.infoAfter)
        result.m_info = delta.infoAfter;
    return result;
}

ModelDelta diff(const Model& before, const Model& after) {
    ModelDelta delta;
    const auto into = [](auto& list) {
        return [&list](auto id, const auto& a, const auto& b) { list.push_back({id, a, b}); };
    };
    PersistentTable<NodeId, Node>::forEachChange(before.nodes(), after.nodes(), into(delta.nodes));
    PersistentTable<ValueId, Value>::forEachChange(before.values(), after.values(),
                                                   into(delta.values));
    PersistentTable<GraphId, Graph>::forEachChange(before.graphs(), after.graphs(),
                                                   into(delta.graphs));
    if (before.infoPtr() != after.infoPtr()) {
        delta.infoBefore = before.infoPtr();
        delta.infoAfter = after.infoPtr();
    }
    return delta;
}

} // namespace partita
