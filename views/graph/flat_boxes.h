#pragma once

#include <QRectF>
#include <vector>

#include "core/scene/node_colouring.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

/// Boxes without texts in the colours of a colouring, as far zooms and the overview show them. A line
/// around them sets them apart from the canvas, which has the colour of the least amount.
class FlatBoxes {
public:
    FlatBoxes(const NodeColouring& colouring, const Theme& theme)
        : m_colouring(colouring), m_theme(theme) {}
    void add(const QRectF& place, std::size_t box) { m_boxes.push_back({place, box}); }
    /// `pixel`: the width of the line, in the coordinates of the painter.
    void paint(QPainter& painter, double pixel);

private:
    struct Flat {
        QRectF place;
        std::size_t box;
    };
    const NodeColouring& m_colouring;
    const Theme& m_theme;
    std::vector<Flat> m_boxes;
};

} // namespace partita
