#pragma once

#include <QWidget>
#include <vector>

#include "views/graph/graph_view.h"

class QLabel;
class QLineEdit;
class QToolButton;

namespace partita {

/// Whether a node matches a query. A plain word is searched in the node's name, its operator and
/// the names of its inputs and outputs. `op:`, `name:`, `attr:`, `ep:` (`ep:none`: no provider) and
/// `type:` (also `dtype:`, `shape:`) search in one field. All terms must match; case is ignored.
bool matchesQuery(const Model& model, const Partitioning& partitioning, const Node& node,
                  const QString& query);

/// The find bar (Ctrl+F): the canvas rings all hits, F3 and Shift+F3 step through them.
class FindBar : public QWidget {
    Q_OBJECT
public:
    FindBar(DocumentController& document, GraphView& view);
    void open();
    void step(int direction);
    void translate(); ///< updates texts and icons after a change of language or theme
    [[nodiscard]] std::size_t hits() const { return m_hits.size(); }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void search();
    void showCount();

    DocumentController& m_document;
    GraphView& m_view;
    QLineEdit* m_text;
    QLabel *m_count, *m_help;
    QToolButton *m_previous, *m_next, *m_close;
    std::vector<NodeId> m_hits;
    std::int64_t m_at = -1;
};

} // namespace partita
