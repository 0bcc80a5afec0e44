#include "core/edits/fitting_slots.h"

#include <algorithm>

#include "core/edits/context_rules.h"
#include "core/edits/slots.h"
#include "core/onnx/schema.h"

namespace partita {

namespace {

/// "float32", or "seq(tensor(float))" for what is no tensor.
std::string shortType(const Type& type) {
    return type.isTensor() ? std::string(dataTypeName(type.element)) : schemaTypeText(type);
}

/// "T (float16, float32, …)": what an input takes.
std::string takenTypes(const FormalParameter& formal) {
    constexpr std::size_t kShown = 4;
    std::string list;
    std::size_t count = 0;
    for (int i = 1; i < 64; ++i)
        if (formal.tensors >> i & 1) {
            if (++count <= kShown)
                list += (list.empty() ? "" : ", ") + std::string(dataTypeName(DataType(i)));
        }
    if (count > kShown)
        list += ", …";
    if (count == 0)
        for (const std::string& type : formal.types)
            list += (list.empty() ? "" : ", ") + type;
    const bool isParameter = formal.type.find('(') == std::string::npos;
    return isParameter ? formal.type + " (" + list + ")" : list;
}

/// Whether it is known what elements a value has.
bool isKnown(const Type& type) {
    return type.isTensor() ? type.element != DataType::undefined : !schemaTypeText(type).empty();
}

/// Whether two values have the same elements, of whatever shape.
bool isAlike(const Type& a, const Type& b) {
    return a.isTensor() && b.isTensor() ? a.element == b.element
                                        : schemaTypeText(a) == schemaTypeText(b);
}

std::string slotName(const OperatorDescription& of, std::size_t index) {
    return inputName(findSchema(of.name, of.domain, of.sinceVersion), index);
}

} // namespace

Message wrongInputType(const Model& model, const Node& node, const OperatorDescription* description,
                       std::size_t index, const Type& type, const std::string& name, ValueId leaves,
                       std::size_t compared) {
    const FormalParameter* formal = description ? description->input(index) : nullptr;
    if (!formal || !isKnown(type))
        return {};
    if (!formal->allows(type))
        return PARTITA_TEXT("'{0}' is {1}, input {2} of {3} takes {4}", name, shortType(type),
                            slotName(*description, index), description->name, takenTypes(*formal));
    for (std::size_t i = 0; i < std::min(node.inputs.size(), compared) && !formal->mixed; ++i) {
        const FormalParameter* other = description->input(i);
        const auto& value = model.value(node.inputs[i]);
        if (i == index || !value || node.inputs[i] == leaves || !other || other->mixed ||
            other->type != formal->type || !value->type || !isKnown(*value->type) ||
            isAlike(*value->type, type))
            continue;
        return PARTITA_TEXT("'{0}' is {1}, input {2} of {3} is {4} as '{5}' is", name,
                            shortType(type), slotName(*description, index), description->name,
                            shortType(*value->type), value->name);
    }
    return {};
}

SlotFinder::SlotFinder(const Model& model, ValueId from)
    : m_model(model), m_from(from), m_graph(model.value(from)->graph),
      m_type(model.value(from)->type), m_operators(model) {
    m_sees.resize(model.graphs().keyEnd());
    model.graphs().forEach(
        [&](GraphId id, const auto&) { m_sees[id.value] = sees(model, id, m_graph); });
    findAncestors();
}

void SlotFinder::findAncestors() {
    const NodeId producer = within(m_model.producer(m_from));
    if (!producer)
        return;
    m_toward.resize(m_model.nodes().keyEnd());
    m_toward[producer.value] = producer;
    std::vector<NodeId> wave{producer}, next, dependencies;
    for (; !wave.empty(); wave = std::exchange(next, {}))
        for (const NodeId id : wave) {
            dependencies.clear();
            addDependencies(*m_model.node(id), dependencies);
            for (const NodeId before : dependencies)
                if (!m_toward[before.value]) {
                    m_toward[before.value] = id;
                    next.push_back(before);
                }
        }
}

/// Adds the nodes of the tensor's graph that a node of it reads from, in its bodies as well.
void SlotFinder::addDependencies(const Node& node, std::vector<NodeId>& into) {
    if (!node.attributes->empty() && !node.subgraphs().empty()) {
        if (!m_order)
            m_order.emplace(m_model);
        into = m_order->dependencies(node.id);
        return;
    }
    for (const ValueId input : node.inputs)
        if (const auto& value = m_model.value(input); value && value->graph == m_graph)
            if (const NodeId producer = m_model.producer(input))
                into.push_back(producer);
}

NodeId SlotFinder::within(NodeId node) const { return nodeWithin(m_model, node, m_graph); }

bool SlotFinder::makesCycle(NodeId node) const {
    const NodeId inGraph = m_toward.empty() ? NodeId{} : within(node);
    return inGraph && m_toward[inGraph.value];
}

Message SlotFinder::cycleThrough(NodeId reader) const {
    if (!makesCycle(reader))
        return {};
    const NodeId first = within(reader);
    std::vector<NodeId> way{first};
    while (m_toward[way.back().value] != way.back())
        way.push_back(m_toward[way.back().value]);
    const auto label = [&](NodeId id) { return m_model.node(id)->label(); };
    std::string text = label(first);
    constexpr std::size_t kShown = 4;
    if (way.size() > kShown)
        text += " → " + label(way[1]) + " → … → " + label(way.back());
    else
        for (std::size_t i = 1; i < way.size(); ++i)
            text += " → " + label(way[i]);
    return PARTITA_TEXT("would make a cycle: {0}", text + " → " + label(first));
}

Message SlotFinder::wrongType(const Node& node, std::size_t index, ValueId leaves) {
    if (!m_type)
        return {};
    return wrongInputType(m_model, node, m_operators.of(node).description.get(), index, *m_type,
                          m_model.value(m_from)->name, leaves);
}

Message SlotFinder::whyNotOutput(const Slot& to) const {
    const Graph& graph = *m_model.graph(to.graph);
    const std::string& name = m_model.value(m_from)->name;
    const auto isOther = [&](std::size_t i) { return i != to.index && graph.outputs[i] == m_from; };
    for (std::size_t i = 0; i < graph.outputs.size(); ++i)
        if (isOther(i))
            return PARTITA_TEXT("'{0}' is an output already; put an Identity between them", name);
    const bool isNamed = !m_model.node(graph.parent);
    if (isNamed && m_model.isGraphInput(m_from))
        return PARTITA_TEXT("'{0}' is an input of the graph; put an Identity between them", name);
    if (m_graph != to.graph)
        return PARTITA_TEXT(
            "'{0}' is not of the body that would return it; put an Identity between "
            "them",
            name);
    return {};
}

Message SlotFinder::whyNotSeen(GraphId graph) const {
    if (!m_sees[graph.value])
        return PARTITA_TEXT("'{0}' is in another graph, {1}, which this one does not see",
                            m_model.value(m_from)->name, m_model.graphPath(m_graph));
    return graph == m_graph ? Message() : cycleThrough(m_model.graph(graph)->parent);
}

Message SlotFinder::whyNot(const Slot& to, ValueId leaves) {
    const auto& node = m_model.node(to.node);
    if (Message hidden = whyNotSeen(node ? node->graph : to.graph); !hidden.empty())
        return hidden;
    if (!node)
        return whyNotOutput(to);
    if (Message stays = whyInputStays(m_model, *node, to.index, m_from); !stays.empty())
        return stays;
    const Message cycle = cycleThrough(to.node);
    return cycle.empty() ? wrongType(*node, to.index, leaves) : cycle;
}

void SlotFinder::addSlotsOf(const Node& node, std::vector<FittingSlot>& into) {
    const auto& entry = m_operators.of(node);
    const std::size_t most = entry.function      ? m_model.graph(entry.function)->inputs.size()
                             : entry.description ? entry.description->mostInputs
                                                 : node.inputs.size();
    // Inputs behind the last one are offered as far as each may be omitted, or the first of many.
    const FormalParameter* last =
        entry.description ? entry.description->input(node.inputs.size()) : nullptr;
    const bool isVariadic = last && last->option == FormalParameter::Option::variadic;
    const std::size_t end =
        std::max(node.inputs.size(), isVariadic ? node.inputs.size() + 1 : most);
    for (std::size_t i = 0; i < end; ++i) {
        const ValueId now = i < node.inputs.size() ? node.inputs[i] : ValueId{};
        if (now != m_from && whyInputStays(m_model, node, i, m_from).empty() &&
            wrongType(node, i).empty())
            into.push_back(
                {{node.id, {}, i},
                 now,
                 !now && (entry.description ? entry.description->needsInput(i, node.inputs.size())
                                            : i < node.inputs.size())});
    }
}

void SlotFinder::addOutputs(std::vector<FittingSlot>& into) const {
    m_model.graphs().forEach([&](GraphId id, const auto& graph) {
        if (!whyNotSeen(id).empty())
            return;
        for (std::size_t i = 0; i < graph->outputs.size(); ++i)
            if (const Slot slot{{}, id, i};
                graph->outputs[i] != m_from && whyNotOutput(slot).empty())
                into.push_back({slot, graph->outputs[i], !graph->outputs[i]});
    });
}

std::vector<FittingSlot> SlotFinder::all() {
    std::vector<FittingSlot> found;
    m_model.nodes().forEach([&](NodeId id, const auto& node) {
        if (m_sees[node->graph.value] && !makesCycle(id))
            addSlotsOf(*node, found);
    });
    addOutputs(found);
    return found;
}

Message whyNotConnect(const Model& model, ValueId from, const Slot& to) {
    return SlotFinder(model, from).whyNot(to);
}

Message whyNotSeen(const Model& model, ValueId from, GraphId graph) {
    // What is of the same graph is seen, and is the common case; the search takes longer.
    return model.value(from)->graph == graph ? Message()
                                             : SlotFinder(model, from).whyNotSeen(graph);
}

} // namespace partita
