#pragma once

#include "views/graph/before_view.h"

class QLabel;

namespace partita {

/// The canvas and, if a step of the simplifier is in view and there is room, the model before that
/// step on the left. Each has a title line.
class GraphPair : public QWidget {
    Q_OBJECT
public:
    GraphPair(DocumentController& document, GraphView& graph, QWidget* parent = nullptr);
    void setBeforeWanted(bool wanted);
    /// The name of the model before the step, where it is another file; empty: a state of this one.
    void setBeforeTitle(const QString& title);
    [[nodiscard]] const BeforeView& before() const { return *m_before; }
    void refresh(); ///< updates after a change of language or theme

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr int kLeastWidth = 560; ///< of both views together, in pixels

    DocumentController& m_document;
    GraphView& m_graph;
    BeforeView* m_before;
    QWidget* m_beforePane;
    QLabel *m_beforeLine, *m_afterLine;
    QString m_beforeTitle;
    bool m_wanted = true;
};

} // namespace partita
