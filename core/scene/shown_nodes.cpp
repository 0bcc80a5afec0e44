#include "core/scene/shown_nodes.h"

#include <algorithm>

namespace partita {

ShownNodes::ShownNodes(const Model& model, GraphId graph, std::span<const NodeId> order,
                       bool withComputed)
    : m_model(model), m_graph(graph) {
    for (const NodeId id : order)
        if (isHidden(*model.node(id), withComputed))
            m_hidden.insert(id);
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

bool ShownNodes::isHidden(const Node& node, bool withComputed) const {
    if (node.opType == "EPContext" || !node.subgraphs().empty())
        return false;
    const bool computed =
        !withComputed && !node.inputs.empty() &&
        std::ranges::all_of(node.inputs, [this](ValueId id) { return isParameter(id); });
    return (computed || node.is("Constant")) &&
           std::ranges::none_of(node.outputs,
                                [this](ValueId id) { return id && m_model.isGraphOutput(id); });
}

} // namespace partita
