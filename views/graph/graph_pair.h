#pragma once

#include "views/graph/before_view.h"

class QLabel;

namespace partita {

/// The canvas and, where a step of a model is in view and there is room, the model before it on the
/// left, each with a line that says what it is.
class GraphPair : public QWidget {
    Q_OBJECT
public:
    GraphPair(DocumentController& document, GraphView& graph, QWidget* parent = nullptr);
    void setBeforeWanted(bool wanted);
    [[nodiscard]] const BeforeView& before() const { return *m_before; }
    void refresh(); ///< language or theme changed

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kLeastWidth = 560; ///< of both together

    DocumentController& m_document;
    GraphView& m_graph;
    BeforeView* m_before;
    QWidget* m_beforePane;
    QLabel *m_beforeLine, *m_afterLine;
    bool m_wanted = true;
};

} // namespace partita
