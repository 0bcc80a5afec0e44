#pragma once

#include <QWidget>
#include <optional>

#include "core/tasks/compared_sides.h"
#include "views/graph/graph_view.h"

class QMenu;

namespace partita {

/// The model before the step in view, or the other side of a comparison, shown beside the canvas.
/// While both are linked they scroll and zoom together and unchanged boxes are at the same height.
class BeforeView : public QWidget {
    Q_OBJECT
public:
    BeforeView(DocumentController& document, GraphView& graph, QWidget* parent = nullptr);
    [[nodiscard]] const SceneMarks& marks() const { return m_marks; }
    [[nodiscard]] const GraphPainter& painter() const { return m_painter; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 150}; }
    /// Whether it moves with the canvas.
    [[nodiscard]] bool isLinked() const { return !m_own; }
    void setLinked(bool linked);
    void setOnlyDifferences(bool on);
    /// Marks a node that only this model has; none: the node of the document is marked.
    void setPicked(NodeId node);
    /// Marks where this side shows a difference, until another node is chosen.
    void setPointed(const std::vector<PointedNode>& pointed);
    /// The next click on a node picks it; Escape, or another picture, ends that. `hint`: what to do.
    void pick(const QString& hint);
    [[nodiscard]] bool isPicking() const { return !m_hint.isEmpty(); }
    [[nodiscard]] QTransform toDevice() const;
    [[nodiscard]] QRectF visibleScene() const;
    /// Moves this view, and the canvas if both are linked.
    void centerOn(const QPointF& scenePoint);

Q_SIGNALS:
    void viewChanged();
    void pointedAt(const QPointF& scenePoint);
    void pointerLeft();
    void nodePicked(partita::NodeId node);
    /// A menu opens on a node; who listens fills it.
    void menuOpens(QMenu& menu, partita::NodeId node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    /// What it shows while it moves alone.
    struct Own {
        double scale = 1;
        QPointF origin; ///< the scene point at the top left corner
    };
    void sceneChanged();
    void mark(const DocumentState& state);
    void currentChanged();
    void addPointed(const GraphScene& scene, const PointedNode& pointed);
    void pan(const QPointF& pixels);
    void clickAt(const QPoint& at);
    void paintHint(QPainter& painter) const;
    /// The offset from a point of this widget to the same point of the canvas.
    [[nodiscard]] QPointF shift() const;

    DocumentController& m_document;
    GraphView& m_graph;
    GraphPainter m_painter;
    SceneMarks m_marks;
    std::optional<Own> m_own; ///< set while it is not linked
    NodeId m_picked;
    QString m_hint; ///< what the next click is for; empty: it selects
    std::vector<PointedNode> m_pointed;
    QPoint m_pressed, m_last; ///< where a button was pressed, and where the pointer was since
    bool m_isPressed = false, m_isDragged = false;
};

} // namespace partita
