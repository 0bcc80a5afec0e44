#include "core/session/placed_order.h"

#include "core/ir/graph_order.h"

namespace partita {

bool isFallback(const Partitioning& partitioning, const Node& node) {
    if (partitioning.verdicts(node.id).empty() || node.is("Constant") ||
        partitioning.isFolded(node.id))
        return false;
    const auto provider = partitioning.providerOf(node.id);
    return !provider || *provider != 0;
}

const Verdict& verdictOf(const Partitioning& partitioning, NodeId node, std::uint32_t provider) {
    static const Verdict kNone;
    const auto& verdicts = partitioning.verdicts(node);
    return provider < verdicts.size() ? verdicts[provider] : kNone;
}

std::vector<std::size_t> partitionSizes(const Partitioning& partitioning) {
    std::vector<std::size_t> sizes(partitioning.partitions.size() + 1);
    for (const std::uint32_t index : partitioning.partitionOf)
        ++sizes[index];
    return sizes;
}

PlacedOrder::PlacedOrder(const Model& model, const Partitioning& partitioning)
    : m_nodes{NodeId{}}, m_places(model.nodes().keyEnd()) {
    if (partitioning.summary.unassigned)
        collectGraphs(model, partitioning);
    else
        collectPartitions(partitioning);
    for (std::size_t place = 0; place < m_nodes.size(); ++place)
        if (m_nodes[place])
            m_places[m_nodes[place].value] = place;
}

std::optional<std::size_t> PlacedOrder::placeOf(NodeId node) const {
    const std::size_t place = node.value < m_places.size() ? m_places[node.value] : 0;
    return place ? std::optional(place) : std::nullopt;
}

/// The partitions of a graph follow each other, and hold every node that a provider runs.
void PlacedOrder::collectPartitions(const Partitioning& partitioning) {
    for (std::size_t i = 0; i < partitioning.partitions.size(); ++i) {
        const Partition& partition = partitioning.partitions[i];
        if (i && partitioning.partitions[i - 1].graph != partition.graph)
            m_nodes.emplace_back();
        for (const NodeId id : partition.nodes) // a node that was split is in several
            if (partitioning.partition(id) == &partition)
                m_nodes.push_back(id);
    }
    m_nodes.emplace_back();
}

/// Nodes that no provider runs are in no partition: their places follow from the graphs.
void PlacedOrder::collectGraphs(const Model& model, const Partitioning& partitioning) {
    GraphOrder order(model);
    model.graphs().forEach([&](GraphId graph, const auto&) {
        const std::size_t before = m_nodes.size();
        for (const NodeId id : order.topological(graph)) {
            const Partition* partition = partitioning.partition(id);
            if (partition ? partition->graph == graph : isFallback(partitioning, *model.node(id)))
                m_nodes.push_back(id);
        }
        if (m_nodes.size() > before)
            m_nodes.emplace_back();
    });
}

} // namespace partita
