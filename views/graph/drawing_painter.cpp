#include "views/graph/drawing_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include "views/text/message_text.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

struct PathMaker {
    QPainterPath path;
    void moveTo(PointF p) { path.moveTo(toQt(p)); }
    void lineTo(PointF p) { path.lineTo(toQt(p)); }
    void curveTo(PointF corner, PointF p) { path.quadTo(toQt(corner), toQt(p)); }
    void close() { path.closeSubpath(); }
};

class ShapePainter {
public:
    ShapePainter(QPainter& painter, const Drawing& drawing, const Theme& theme,
                 const QFont& titleFont, const QFont& smallFont)
        : m_painter(painter), m_drawing(drawing), m_theme(theme), m_titleFont(titleFont),
          m_smallFont(smallFont) {}

    void operator()(const DrawnBox& box) {
        prepare(box.fill, borderIn(m_theme.scheme(), box.border));
        if (box.radius > 0)
            m_painter.drawRoundedRect(toQt(box.place), box.radius, box.radius);
        else
            m_painter.drawRect(toQt(box.place));
    }

    void operator()(const DrawnLine& line) {
        prepare(line.fill, line.pen);
        const auto points = m_drawing.pointsOf(line);
        if (line.radius > 0) {
            PathMaker maker;
            traceLine(points, line.radius, line.closed, maker);
            m_painter.drawPath(maker.path);
            return;
        }
        m_polygon.clear();
        for (const PointF& point : points)
            m_polygon.append(toQt(point));
        if (line.closed)
            m_painter.drawPolygon(m_polygon);
        else
            m_painter.drawPolyline(m_polygon);
    }

    void operator()(const DrawnText& text) {
        QFont font = text.title ? m_titleFont : m_smallFont;
        if (text.struckOut)
            font.setStrikeOut(true);
        m_painter.setFont(font);
        m_painter.setPen(m_theme.colour(text.paint));
        const QString words = toQString(text.words);
        double left = text.anchor.x;
        if (text.align != DrawnText::Align::left)
            left -= QFontMetricsF(font).horizontalAdvance(words) * static_cast<int>(text.align) / 2;
        m_painter.drawText(QPointF(left, text.anchor.y), words);
    }

    void operator()(const DrawnBand& band) {
        paintBand(m_painter, toQt(band.place), m_theme.provider(band.slot));
    }

private:
    void prepare(const std::optional<Paint>& fill, const std::optional<Pen>& pen) {
        if (fill)
            m_painter.setBrush(m_theme.colour(*fill));
        else
            m_painter.setBrush(Qt::NoBrush);
        if (!pen) {
            m_painter.setPen(Qt::NoPen);
            return;
        }
        constexpr Qt::PenStyle kStyles[] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine};
        QPen made(m_theme.colour(pen->paint), pen->width,
                  kStyles[static_cast<std::size_t>(pen->dash)], Qt::FlatCap, Qt::RoundJoin);
        made.setCosmetic(pen->cosmetic);
        m_painter.setPen(made);
        // Antialiasing would blur the dots of a dotted line at small scales.
        m_painter.setRenderHint(QPainter::Antialiasing, pen->dash != Pen::Dash::dotted);
    }

    QPainter& m_painter;
    const Drawing& m_drawing;
    const Theme& m_theme;
    const QFont &m_titleFont, &m_smallFont;
    QPolygonF m_polygon;
};

std::string counted(const char* text, std::size_t count) {
    return QCoreApplication::translate("partita::GraphPainter", text, nullptr,
                                       static_cast<int>(count))
        .toStdString();
}

} // namespace

DrawingText drawingText(std::shared_ptr<const TextWidths> widths) {
    return {[widths = std::move(widths)](const std::string& text, bool title) {
                return widths->width(text, title);
            },
            [](std::size_t n) {
                return counted(QT_TRANSLATE_N_NOOP("partita::GraphPainter", "%Ln node(s)"), n);
            },
            [](std::size_t n) {
                return counted(QT_TRANSLATE_N_NOOP("partita::GraphPainter", "%Ln partition(s)"), n);
            },
            [](std::size_t n) {
                return counted(QT_TRANSLATE_N_NOOP("partita::GraphPainter", "%Ln node(s) each"), n);
            },
            [](const Message& message) { return messageText(message).toStdString(); }};
}

DrawingText drawingText(const QFont& base) { return drawingText(TextWidths::of(base)); }

void paintDrawing(QPainter& painter, const Drawing& drawing, const Theme& theme,
                  const QFont& titleFont, const QFont& smallFont) {
    painter.setRenderHint(QPainter::Antialiasing);
    ShapePainter shapes(painter, drawing, theme, titleFont, smallFont);
    for (const DrawnShape& shape : drawing.shapes)
        std::visit(shapes, shape);
}

} // namespace partita
