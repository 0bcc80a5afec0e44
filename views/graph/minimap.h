#pragma once

#include <QImage>
#include <QWidget>

#include "views/graph/graph_view.h"

namespace partita {

/// The whole graph in the colours of the canvas, with a frame around the part that the canvas shows.
/// A tall graph is folded into columns, because a single column would be too narrow to see.
class Minimap : public QWidget {
    Q_OBJECT
public:
    Minimap(DocumentController& document, GraphView& view);
    void refresh();
    /// Whether there is more to see than one box.
    [[nodiscard]] bool isUseful() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QPointF toMap(const QPointF& scene) const;
    [[nodiscard]] QPointF toScene(const QPointF& map) const;
    void drawScene();
    void drawMarks(QPainter& painter) const;

    DocumentController& m_document;
    GraphView& m_view;
    QImage m_picture;
    int m_columns = 1;
    double m_columnHeight = 1, m_scale = 1; ///< in scene units; map pixels per scene unit
    QPointF m_margin;
};

} // namespace partita
