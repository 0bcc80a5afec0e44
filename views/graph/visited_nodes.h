#pragma once

#include <cstddef>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// The nodes that were looked at, one after another, as a browser keeps pages.
class VisitedNodes {
public:
    /// Comes after the node in view, in the place of those that were gone back from; the node in view
    /// itself changes nothing.
    void visit(NodeId node) {
        if (m_at < m_nodes.size() && m_nodes[m_at] == node)
            return;
        if (!m_nodes.empty())
            m_nodes.resize(m_at + 1);
        m_nodes.push_back(node);
        m_at = m_nodes.size() - 1;
    }
    [[nodiscard]] bool canGoBack() const { return m_at > 0; }
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_nodes.size(); }
    NodeId back() { return m_nodes[--m_at]; }    ///< only where `canGoBack`
    NodeId forward() { return m_nodes[++m_at]; } ///< only where `canGoForward`

private:
    std::vector<NodeId> m_nodes;
    std::size_t m_at = 0;
};

} // namespace partita
