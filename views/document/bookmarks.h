#pragma once

#include <QObject>
#include <vector>

#include "core/ir/model.h"

namespace partita {

/// Nodes of the open document that the user marked, in ascending order of ids.
class Bookmarks : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] const std::vector<NodeId>& nodes() const { return m_nodes; }
    [[nodiscard]] bool contains(NodeId node) const;
    void toggle(NodeId node);
    void set(const Model& model, std::vector<NodeId> nodes); ///< those that the model has
    void clear();
    /// Forgets nodes that a model does not have.
    void keepThoseOf(const Model& model);
    /// The bookmark after (1) or before (−1) a node, around the ends; none: there are no bookmarks.
    [[nodiscard]] NodeId beside(NodeId node, int step) const;

Q_SIGNALS:
    void changed();
    void toggled(); ///< by the user

private:
    std::vector<NodeId> m_nodes;
};

} // namespace partita
