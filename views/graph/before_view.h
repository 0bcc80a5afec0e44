#pragma once

#include <QWidget>

#include "views/graph/graph_view.h"

namespace partita {

/// The model before the step in view, shown beside the canvas. Both views scroll and zoom together,
/// unchanged boxes are at the same height, and mouse events work in both.
class BeforeView : public QWidget {
    Q_OBJECT
public:
    BeforeView(DocumentController& document, GraphView& graph, QWidget* parent = nullptr);
    [[nodiscard]] const SceneMarks& marks() const { return m_marks; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 150}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override { forward(event); }
    void mouseMoveEvent(QMouseEvent* event) override { forward(event); }
    void mouseReleaseEvent(QMouseEvent* event) override { forward(event); }

private:
    void sceneChanged();
    void forward(QMouseEvent* event);
    /// The offset from a point of this widget to the same point of the canvas.
    [[nodiscard]] QPointF shift() const;

    DocumentController& m_document;
    GraphView& m_graph;
    GraphPainter m_painter;
    SceneMarks m_marks;
};

} // namespace partita
