// What editing draws over the canvas.

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "views/graph/graph_editing.h"
#include "views/graph/graph_view.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr double kPort = 4, kRing = 6, kLineWidth = 2.5;
constexpr double kVeil = 0.58;                   ///< the rest fades to 42 %
constexpr int kNameWidth = 36, kNameHeight = 16; ///< of a port
constexpr int kChipHeight = 22, kChipMargin = 8;

void paintDisc(QPainter& painter, const QPointF& at, double radius, const QColor& line,
               const QColor& fill) {
    painter.setPen(QPen(line, 1.5));
    painter.setBrush(fill);
    painter.drawEllipse(at, radius, radius);
}

} // namespace

void GraphEditing::paintEvent(QPaintEvent*) {
    if (!m_document.hasDocument() || !m_view.painter().scene())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHint(painter);
    if (m_line)
        paintLine(painter);
    else if (m_drop)
        paintDrop(painter);
    else if (m_preview)
        paintPreview(painter);
    else
        paintPorts(painter);
}

void GraphEditing::paintPorts(QPainter& painter) const {
    if (m_view.scale() < kPortScale)
        return;
    const Theme& theme = m_view.theme();
    for (const Port& port : m_ports)
        paintDisc(painter, placeOf(port), kPort, port.isOutput ? theme.accent : theme.edge,
                  port.value ? (port.isOutput ? theme.accent : theme.edge) : theme.base);
    paintNames(painter);
}

/// The names of the inputs of the box under the pointer, where all of them have room.
void GraphEditing::paintNames(QPainter& painter) const {
    std::vector<const Port*> named;
    double room = kNameWidth;
    for (const Port& port : m_ports)
        if (port.box == m_hoverBox && !port.isOutput && port.node) {
            if (!named.empty())
                room = std::min<double>(room, placeOf(port).x() - placeOf(*named.back()).x() - 4);
            named.push_back(&port);
        }
    if (std::ranges::any_of(named, [&](const Port* port) {
            return fontMetrics().horizontalAdvance(toQString(port->name)) > room;
        }))
        return;
    painter.setPen(m_view.theme().second);
    for (const Port* port : named)
        painter.drawText(QRectF(placeOf(*port) - QPointF(kNameWidth / 2.0, kNameHeight + kRing),
                                QSizeF(kNameWidth, kNameHeight)),
                         Qt::AlignHCenter | Qt::AlignBottom, toQString(port->name));
}

void GraphEditing::paintLine(QPainter& painter) const {
    const Theme& theme = m_view.theme();
    QRegion faded(rect());
    const auto light = [&](std::uint32_t box) {
        faded -= m_view.toDevice().mapRect(m_view.painter().boxRect(box)).toAlignedRect();
    };
    light(m_line->from.box);
    for (const Port& port : m_line->candidates)
        light(port.box);
    QColor veil = theme.canvas;
    veil.setAlphaF(kVeil);
    painter.setClipRegion(faded);
    painter.fillRect(rect(), veil);
    painter.setClipping(false);
    for (const Port& port : m_line->candidates)
        paintDisc(painter, placeOf(port), kPort, theme.accent, theme.base);
    const QPointF from = placeOf(m_line->from),
                  to = m_line->target ? placeOf(*m_line->target) : QPointF(m_line->pointer);
    const double middle = (from.y() + to.y()) / 2;
    QPainterPath way(from);
    way.lineTo(from.x(), middle);
    way.lineTo(to.x(), middle);
    way.lineTo(to);
    const QColor colour = m_isRefused ? theme.bad : theme.accent;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, kLineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(way);
    paintDisc(painter, from, kPort, colour, colour);
    if (m_line->target)
        paintDisc(painter, to, kRing, theme.accent, theme.accent);
    paintChip(painter, m_line->pointer);
}

void GraphEditing::paintDrop(QPainter& painter) const {
    const Theme& theme = m_view.theme();
    const QColor colour = m_isRefused ? theme.bad : theme.accent;
    const GraphScene& scene = *m_view.painter().scene();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, kLineWidth));
    for (const std::uint32_t route : m_drop->routes) {
        QPolygonF line;
        for (const PointF& point : scene.layout.pointsOf(scene.layout.routes[route]))
            line += m_view.toDevice().map(QPointF(point.x, point.y));
        painter.drawPolyline(line);
    }
    const QString name = QStringLiteral("+ ") + toQString(m_drop->choice.opType);
    QFont bold = font();
    bold.setBold(true);
    const int width = QFontMetrics(bold).horizontalAdvance(name) + 20;
    const QRectF place(m_drop->pointer.x() - width / 2.0, m_drop->pointer.y() - 12.0, width, 24);
    painter.setPen(QPen(colour, 1.5, Qt::DashLine));
    painter.setBrush(theme.base);
    painter.drawRoundedRect(place, 3, 3);
    painter.setFont(bold);
    painter.setPen(theme.text);
    painter.drawText(place, Qt::AlignCenter, name);
    painter.setFont(font());
    paintChip(painter, place.bottomRight().toPoint());
}

/// Beside the pointer, but inside the canvas.
void GraphEditing::paintChip(QPainter& painter, const QPoint& pointer) const {
    if (m_chip.isEmpty())
        return;
    const Theme& theme = m_view.theme();
    const int room = width() - 2 * kChipMargin;
    const QString text = fontMetrics().elidedText(m_chip, Qt::ElideMiddle, room - 2 * kChipMargin);
    const int wide = fontMetrics().horizontalAdvance(text) + 2 * kChipMargin;
    const int left = std::clamp(pointer.x() + 14, kChipMargin,
                                std::max(kChipMargin, width() - wide - kChipMargin)),
              top = std::clamp(pointer.y() + 10, 0, std::max(0, height() - kChipHeight - 2));
    const QRectF place(left, top, wide, kChipHeight);
    painter.setPen(QPen(m_isRefused ? theme.bad : theme.accent, 1));
    painter.setBrush(m_isRefused ? theme.badFill : theme.selectedRow);
    painter.drawRoundedRect(place, 2, 2);
    painter.setPen(m_isRefused ? theme.bad : theme.text);
    painter.drawText(place, Qt::AlignCenter, text);
}

void GraphEditing::paintHint(QPainter& painter) const {
    const QString text = fontMetrics().elidedText(
        tr("Drag from a port to connect, drop on an edge to insert, Shift+drag to "
           "select. Esc cancels."),
        Qt::ElideRight, width() - 24);
    QRect place(0, 0, fontMetrics().horizontalAdvance(text), fontMetrics().height());
    place.moveBottomLeft({12, height() - 8});
    painter.fillRect(place.adjusted(-4, -2, 4, 2), m_view.theme().canvas); // nodes may lie there
    painter.setPen(m_view.theme().second);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, text);
}

} // namespace partita
