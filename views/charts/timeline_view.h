#pragma once

#include <QWidget>
#include <optional>

#include "views/charts/timeline_painter.h"

class QScrollBar;

namespace partita {

/// The streams of a timeline as lanes over simulated time, with waits and each device's memory. The
/// wheel zooms about the pointer, dragging moves, a click selects, arrow keys go from task to task.
class TimelineView : public QWidget {
    Q_OBJECT
public:
    using StyleOf = TimelinePainter::StyleOf;

    explicit TimelineView(const Theme& theme);
    void setTimeline(std::optional<Timeline> timeline, StyleOf style);
    void setTheme(const Theme& theme);
    [[nodiscard]] const std::optional<Timeline>& timeline() const { return m_timeline; }
    /// The index of the selected task; -1: none.
    [[nodiscard]] int selected() const { return m_selected; }
    /// `task`: an index, or -1 for none. `reveal`: scrolls the task into view.
    void select(int task, bool reveal);
    /// The first task of a node; -1: the node has none.
    [[nodiscard]] int taskOf(NodeId node) const;
    /// The rectangle in which a task is drawn, in widget coordinates.
    [[nodiscard]] QRectF rectOf(int task) const;
    void zoomBy(double factor, double aboutX);
    void fit();
    [[nodiscard]] QSize sizeHint() const override { return {640, 280}; }

Q_SIGNALS:
    void taskSelected(int task); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void layOut();
    void updateScrollBar();
    [[nodiscard]] int taskAt(const QPointF& at) const;
    [[nodiscard]] QString toolTipOf(const TimelineTask& task) const;

    const Theme* m_theme;
    std::optional<Timeline> m_timeline;
    StyleOf m_style;
    TimelinePainter::TasksByStream m_byStream;
    TimelineScale m_scale;
    QScrollBar* m_scroll;
    int m_selected = -1, m_hovered = -1;
    QPoint m_pressed;
    double m_pressedFrom = 0;
    bool m_pressedHere = false, m_dragging = false;
};

} // namespace partita
