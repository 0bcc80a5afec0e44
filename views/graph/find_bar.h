#pragma once

#include <QWidget>
#include <vector>

#include "views/graph/graph_view.h"

class QHBoxLayout;
class QLineEdit;
class QTableView;
class QToolButton;

namespace partita {

class ElidedLine;
class RowTableModel;

/// The find bar (Ctrl+F) for queries of NodeQuery: the canvas rings all hits, the minimap marks them,
/// F3 and Shift+F3 step through them, and a list shows them. Two toggles: words match their case; words
/// are regular expressions.
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
    void resizeEvent(QResizeEvent* event) override;

private:
    void search();
    void showCount();
    void giveRoom();
    void showList(bool on);
    void fillList();
    void goToHit(std::int64_t hit);

    DocumentController& m_document;
    GraphView& m_view;
    QLineEdit* m_text;
    ElidedLine *m_count, *m_help;
    QHBoxLayout* m_row;
    QToolButton *m_previous, *m_next, *m_case, *m_regex, *m_listed, *m_close;
    QTableView* m_list;
    RowTableModel* m_rows;
    QString m_mistake; ///< why the text is no query
    std::vector<NodeId> m_hits;
    std::int64_t m_at = -1;
};

} // namespace partita
