#pragma once

#include <QAccessibleWidget>
#include <unordered_map>

#include "views/graph/graph_view.h"

namespace partita {

/// The graph for screen readers: a list of what is drawn, nodes, groups, inputs and outputs. A node
/// has its name and operator as its name; who runs it and why, what it reads and who reads it, as its
/// description. The current node has the focus.
class GraphAccessible : public QAccessibleWidget {
public:
    explicit GraphAccessible(GraphView& view);
    ~GraphAccessible() override;
    /// Lets Qt make one for each graph view; may be called again.
    static void install();

    [[nodiscard]] GraphView& view() const { return *static_cast<GraphView*>(widget()); }
    [[nodiscard]] QString text(QAccessible::Text kind) const override;
    [[nodiscard]] int childCount() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* child) const override;
    [[nodiscard]] QAccessibleInterface* focusChild() const override;

private:
    void forget() const;

    mutable std::shared_ptr<const GraphScene> m_scene; ///< that the children are of
    mutable std::unordered_map<int, QAccessible::Id> m_children;
};

} // namespace partita
