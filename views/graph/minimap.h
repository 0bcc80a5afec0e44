#pragma once

#include <QImage>
#include <QWidget>

#include "views/graph/graph_view.h"

namespace partita {

/// The whole graph in the colours of its providers; the frame is what the canvas shows. Tall
/// graphs are folded into columns, so that there is something to see.
class Minimap : public QWidget {
    Q_OBJECT
public:
    Minimap(DocumentController& document, GraphView& view);
    void refresh();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] QPointF toMap(const QPointF& scene) const;
    [[nodiscard]] QPointF toScene(const QPointF& map) const;
    void drawScene();

    DocumentController& m_document;
    GraphView& m_view;
    QImage m_picture;
    int m_columns = 1;
    double m_columnHeight = 1, m_scale = 1; ///< scene height of a column, map pixels per scene unit
    QPointF m_margin;
};

} // namespace partita
