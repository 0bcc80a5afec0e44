#include "views/document/bookmarks.h"

#include <algorithm>

namespace partita {

bool Bookmarks::contains(NodeId node) const {
    return std::binary_search(m_nodes.begin(), m_nodes.end(), node);
}

void Bookmarks::toggle(NodeId node) {
    if (!node)
        return;
    const auto at = std::lower_bound(m_nodes.begin(), m_nodes.end(), node);
    if (at != m_nodes.end() && *at == node)
        m_nodes.erase(at);
    else
        m_nodes.insert(at, node);
    Q_EMIT changed();
    Q_EMIT toggled();
}

void Bookmarks::set(const Model& model, std::vector<NodeId> nodes) {
    std::erase_if(nodes, [&](NodeId node) { return !model.node(node); });
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    if (nodes == m_nodes)
        return;
    m_nodes = std::move(nodes);
    Q_EMIT changed();
}

void Bookmarks::clear() {
    if (m_nodes.empty())
        return;
    m_nodes.clear();
    Q_EMIT changed();
}

void Bookmarks::keepThoseOf(const Model& model) {
    if (std::erase_if(m_nodes, [&](NodeId node) { return !model.node(node); }) > 0)
        Q_EMIT changed();
}

NodeId Bookmarks::beside(NodeId node, int step) const {
    if (m_nodes.empty())
        return {};
    if (step > 0) {
        const auto next = std::upper_bound(m_nodes.begin(), m_nodes.end(), node);
        return next == m_nodes.end() ? m_nodes.front() : *next;
    }
    const auto at = std::lower_bound(m_nodes.begin(), m_nodes.end(), node);
    return at == m_nodes.begin() ? m_nodes.back() : *std::prev(at);
}

} // namespace partita
