#include "views/graph/flat_boxes.h"

#include <QPainter>
#include <algorithm>

namespace partita {

void FlatBoxes::paint(QPainter& painter, double pixel) {
    std::ranges::stable_sort(m_boxes, {},
                             [this](const Flat& each) { return m_colouring.prominence(each.box); });
    // First, or a line would lie on a neighbour.
    for (const Flat& each : m_boxes)
        painter.fillRect(each.place.adjusted(-pixel, -pixel, pixel, pixel), m_theme.lineStrong);
    for (const Flat& each : m_boxes)
        painter.fillRect(QRectF(each.place.topLeft(), each.place.size().expandedTo({pixel, pixel})),
                         m_theme.colour(m_colouring.fill(each.box)));
}

} // namespace partita
