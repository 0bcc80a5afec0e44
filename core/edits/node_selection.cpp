#include "core/edits/node_selection.h"

#include <algorithm>

#include "core/base/try.h"
#include "core/edits/constant_tools.h"
#include "core/edits/edit_tools.h"
#include "core/edits/slots.h"

namespace partita::edits {

NodeSelection::NodeSelection(const Model& model, const std::vector<NodeId>& nodes)
    : m_model(model), m_order(model) {
    const std::unordered_set<NodeId> chosen(nodes.begin(), nodes.end());
    for (const NodeId id : nodes)
        if (!isInside(id, chosen))
            m_nodes.push_back(id);
    for (const NodeId id : m_nodes)
        add(id);
    if (!isOfOneGraph())
        return;
    m_sorted = m_order.topological(graph());
    m_nodes.clear();
    std::ranges::copy_if(m_sorted, std::back_inserter(m_nodes),
                         [&](NodeId id) { return chosen.contains(id); });
}

bool NodeSelection::isInside(NodeId id, const std::unordered_set<NodeId>& chosen) const {
    const auto holderOf = [this](NodeId node) {
        return m_model.graph(m_model.node(node)->graph)->parent;
    };
    for (NodeId holder = holderOf(id); holder; holder = holderOf(holder))
        if (chosen.contains(holder))
            return true;
    return false;
}

void NodeSelection::add(NodeId node) {
    m_all.insert(node);
    for (const GraphId body : m_model.node(node)->subgraphs())
        if (m_bodies.insert(body).second)
            for (const NodeId inner : m_order.nodesOf(body))
                add(inner);
}

bool NodeSelection::isOfOneGraph() const {
    return std::ranges::all_of(m_nodes,
                               [this](NodeId id) { return m_model.node(id)->graph == graph(); });
}

bool NodeSelection::holds(const Slot& reader) const {
    return reader.node ? m_all.contains(reader.node) : m_bodies.contains(reader.graph);
}

std::vector<ValueId> NodeSelection::reads() const {
    std::vector<ValueId> found;
    std::unordered_set<ValueId> known; // made by the nodes, or found already
    for (const NodeId id : m_nodes)
        known.insert(m_model.node(id)->outputs.begin(), m_model.node(id)->outputs.end());
    const auto read = [&](ValueId id) {
        const auto& value = m_model.value(id);
        if (value && !m_bodies.contains(value->graph) && known.insert(id).second)
            found.push_back(id);
    };
    const auto readBy = [&](auto& self, NodeId id) -> void {
        std::ranges::for_each(m_model.node(id)->inputs, read);
        for (const GraphId body : m_model.node(id)->subgraphs()) {
            for (const NodeId inner : m_order.nodesOf(body))
                self(self, inner);
            std::ranges::for_each(m_model.graph(body)->outputs, read);
        }
    };
    for (const NodeId id : m_nodes)
        readBy(readBy, id);
    return found;
}

std::vector<ValueId> NodeSelection::inputs() const {
    std::vector<ValueId> found = reads();
    std::erase_if(found, [this](ValueId id) {
        return m_model.value(id)->isConstant() || constantNodeOf(m_model, id);
    });
    return found;
}

std::vector<NodeSelection::Leaving> NodeSelection::leaving() const {
    std::vector<Leaving> found;
    for (const NodeId id : m_nodes)
        for (const ValueId output : m_model.node(id)->outputs) {
            std::vector<Slot> readers = readersOf(m_model, output);
            std::erase_if(readers, [this](const Slot& reader) { return holds(reader); });
            if (!readers.empty())
                found.push_back({output, std::move(readers)});
        }
    return found;
}

std::vector<ValueId> NodeSelection::results() const {
    std::vector<ValueId> found;
    for (const Leaving& each : leaving())
        found.push_back(each.value);
    if (found.empty())
        for (const NodeId id : m_nodes)
            std::ranges::copy_if(m_model.node(id)->outputs, std::back_inserter(found),
                                 [this](ValueId each) { return each && !isRead(m_model, each); });
    return found;
}

Result<void> NodeSelection::checkReferences() const {
    for (const NodeId id : m_all)
        for (const AttributePtr& each : *m_model.node(id)->attributes)
            if (!each->reference.empty())
                return refusedAt(
                    PARTITA_TEXT("its attribute {0} is given by the callers of the function that "
                                 "holds it",
                                 each->name),
                    *m_model.node(id));
    return {};
}

NodeId NodeSelection::between() const {
    std::unordered_set<NodeId> behind; // not selected, and reads what selected ones compute
    for (const NodeId id : m_sorted) {
        const bool isChosen = m_all.contains(id);
        for (const NodeId before : m_order.dependencies(id)) {
            if (isChosen && behind.contains(before))
                return before;
            if (!isChosen && (m_all.contains(before) || behind.contains(before)))
                behind.insert(id);
        }
    }
    return {};
}

Result<NodeSelection> selectionOfOneGraph(const Model& model, const std::vector<NodeId>& nodes) {
    NodeSelection selection(model, PARTITA_TRY(existing(model, nodes)));
    if (selection.isOfOneGraph())
        return selection;
    return Error{Errc::usage,
                 PARTITA_TEXT("the nodes are of several graphs"),
                 {},
                 PARTITA_TEXT("choose nodes of one graph")};
}

} // namespace partita::edits
