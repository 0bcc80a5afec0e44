#include "core/scene/shown_nodes.h"

#include <algorithm>

#include "core/edits/edit_tools.h"

namespace partita {

namespace {

/// Whether a needed input is left out, as after the node that made it was deleted.
bool hasOpenInput(const Model& model, const Node& node) {
    if (std::ranges::all_of(node.inputs, [](ValueId id) { return bool(id); }))
        return false;
    const OperatorDescriptionPtr operation = descriptionOf(model, node);
    for (std::size_t i = 0; operation && i < node.inputs.size(); ++i)
        if (!node.inputs[i] && operation->needsInput(i, node.inputs.size()))
            return true;
    return false;
}

} // namespace

ShownNodes::ShownNodes(const Model& model, GraphId graph, std::span<const NodeId> order,
                       bool withComputed, const std::unordered_set<NodeId>* wanted)
    : m_model(model), m_graph(graph) {
    for (const NodeId id : order) {
        const Node& node = *model.node(id);
        const bool computed = isComputed(node);
        if (!(computed || node.is("Constant")) || isReturned(node))
            continue;
        if (computed && (withComputed || (wanted && wanted->contains(id))))
            m_hasMore = true;
        else
            m_hidden.insert(id);
    }
}

bool ShownNodes::isParameter(ValueId id) const {
    const auto& value = m_model.value(id);
    if (!value || value->isConstant())
        return true;
    const NodeId producer = m_model.producer(id);
    if (!producer)
        return false;
    const Node& maker = *m_model.node(producer);
    return maker.graph == m_graph ? m_hidden.contains(producer)
                                  : maker.is("Constant"); // captured by a body
}

bool ShownNodes::isReturned(const Node& node) const {
    return std::ranges::any_of(node.outputs,
                               [this](ValueId id) { return id && m_model.isGraphOutput(id); });
}

/// Whether a node is computed from constants alone.
bool ShownNodes::isComputed(const Node& node) const {
    return node.opType != "EPContext" && node.subgraphs().empty() && !node.inputs.empty() &&
           std::ranges::all_of(node.inputs, [this](ValueId id) { return isParameter(id); }) &&
           !hasOpenInput(m_model, node);
}

} // namespace partita
