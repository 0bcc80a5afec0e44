#include "core/edits/fitting_tensors.h"

#include "core/edits/fitting_slots.h"
#include "core/edits/slots.h"

namespace partita {

TensorFinder::TensorFinder(const Model& model, const Slot& to)
    : m_model(model), m_to(to), m_graph(to.node ? model.node(to.node)->graph : to.graph) {
    if (!to.node)
        return;
    m_operator = descriptionOf(model, *model.node(to.node));
    findDescendants();
}

/// What a node computes reaches its readers, and through the outputs of a body the node that holds
/// it.
void TensorFinder::findDescendants() {
    m_descends.resize(m_model.nodes().keyEnd());
    std::vector<NodeId> open;
    const auto reach = [&](NodeId id) {
        if (id && !m_descends[id.value]) {
            m_descends[id.value] = true;
            open.push_back(id);
        }
    };
    reach(m_to.node);
    while (!open.empty()) {
        const Node& node = *m_model.node(open.back());
        open.pop_back();
        reach(m_model.graph(node.graph)->parent);
        for (const ValueId output : node.outputs)
            for (const NodeId reader : m_model.consumers(output))
                reach(reader);
    }
}

bool TensorFinder::fits(ValueId from) {
    const auto& value = m_model.value(from);
    if (!value || !sees(m_model, m_graph, value->graph))
        return false;
    if (!m_to.node)
        return whyNot(from).empty();
    const NodeId producer = m_model.producer(from);
    if (producer && m_descends[producer.value])
        return false;
    return !value->type || wrongInputType(m_model, *m_model.node(m_to.node), m_operator.get(),
                                          m_to.index, *value->type, value->name)
                               .empty();
}

Message TensorFinder::whyNot(ValueId from) const { return whyNotConnect(m_model, from, m_to); }

std::vector<ValueId> TensorFinder::all() {
    std::vector<ValueId> found;
    const ValueId now = valueAt(m_model, m_to);
    m_model.values().forEach([&](ValueId id, const auto&) {
        if (id != now && fits(id))
            found.push_back(id);
    });
    return found;
}

} // namespace partita
