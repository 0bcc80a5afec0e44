#include "views/graph/graph_painter.h"

#include <QImage>
#include <QPainter>
#include <cmath>

#include "core/scene/picture.h"
#include "views/graph/drawing_painter.h"
#include "views/graph/flat_boxes.h"
#include "views/text/message_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

Rect rectOf(const QRectF& rect) { return {rect.left(), rect.top(), rect.right(), rect.bottom()}; }

} // namespace

void GraphPainter::setFonts(const QFont& base) {
    m_titleFont = canvasTitleFont(base);
    m_smallFont = canvasSmallFont(base);
    m_widths = TextWidths::of(base);
    prepare();
}

void GraphPainter::setScene(std::shared_ptr<const GraphScene> scene, std::size_t providerCount) {
    m_scene = std::move(scene);
    m_providers = providerCount;
    prepare();
}

void GraphPainter::prepare() {
    m_drawing.reset();
    m_bounds = {};
    if (!m_scene)
        return;
    m_drawing.emplace(m_scene, m_providers, drawingText(m_widths));
    m_bounds = toQt(m_drawing->bounds());
}

QRectF GraphPainter::boxRect(std::size_t box) const { return toQt(m_drawing->boxRect(box)); }

QRectF GraphPainter::chipRect(std::size_t net) const { return toQt(m_drawing->chipRect(net)); }

QRectF GraphPainter::stepRect(const SceneMarks& marks) const {
    return m_drawing ? toQt(m_drawing->stepRect(marks)) : QRectF();
}

void GraphPainter::paint(QPainter& painter, const QTransform& toDevice, const QSize& deviceSize,
                         const Theme& theme, const SceneMarks& marks) const {
    if (!m_scene)
        return;
    const double scale = toDevice.m11();
    const QRectF visible = toDevice.inverted().mapRect(QRectF(QPointF(0, 0), QSizeF(deviceSize)));
    const Pass pass{painter, theme, marks, scale, visible};
    if (scale < kFlat && !marks.colouring.isOn()) {
        paintSplats(pass, toDevice, deviceSize);
        return;
    }
    painter.save();
    painter.setTransform(toDevice, true);
    if (scale < kFlat) {
        paintFlat(pass);
        painter.restore();
        return;
    }
    if (scale < DrawnPart::kBoxes) {
        if (scale >= kEdges)
            paintThinLines(pass);
        paintFlat(pass);
    }
    paintDrawing(painter, m_drawing->drawing(marks, {rectOf(visible), scale, scale >= kEdges}),
                 theme, m_titleFont, m_smallFont);
    paintMarks(pass);
    painter.restore();
}

Drawing GraphPainter::picture(const Partitioning& partitioning) const {
    return pictureOf(*m_drawing, partitioning, {}, headlineText(partitioning).toStdString());
}

Drawing GraphPainter::picture(const QRectF& part) const {
    Drawing picture = m_drawing->drawing({}, DrawnPart{rectOf(part)});
    picture.bounds = rectOf(part);
    return picture;
}

void GraphPainter::paintPicture(QPainter& painter, const Drawing& picture,
                                const Theme& theme) const {
    paintDrawing(painter, picture, theme, m_titleFont, m_smallFont);
}

/// At far zooms a node is one or two pixels. Nodes that are not on the first provider are drawn
/// last and larger, so that a single one is visible among 100,000.
void GraphPainter::paintSplats(const Pass& pass, const QTransform& toDevice,
                               const QSize& size) const {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    std::vector<std::uint32_t> minority;
    const QRgb first = pass.theme.provider(0, m_providers == 1).band.rgb(),
               pale = pass.theme.lineStrong.rgb();
    m_drawing->boxesIn(rectOf(pass.visible), [&](std::uint32_t box) {
        const SceneBox& each = m_scene->boxes[box];
        if (!each.isPort() && !each.isFolded() && each.provider != 0) {
            minority.push_back(box);
            return;
        }
        const QPointF center = toDevice.map(toQt(m_scene->layout.centers[box]));
        const int x = static_cast<int>(center.x()), y = static_cast<int>(center.y());
        if (x < 0 || y < 0 || x + 1 >= size.width() || y >= size.height() ||
            pass.marks.dims(*m_scene, each))
            return;
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        line[x] = line[x + 1] = each.isFolded() ? pale : first;
    });
    for (const std::uint32_t box : minority) {
        if (pass.marks.dims(*m_scene, m_scene->boxes[box]))
            continue;
        const QPointF center = toDevice.map(toQt(m_scene->layout.centers[box]));
        const QRgb color = pass.theme.provider(m_drawing->slot(m_scene->boxes[box])).band.rgb();
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int x = static_cast<int>(center.x()) + dx,
                          y = static_cast<int>(center.y()) + dy;
                if (x >= 0 && y >= 0 && x < size.width() && y < size.height())
                    reinterpret_cast<QRgb*>(image.scanLine(y))[x] = color;
            }
    }
    pass.painter.drawImage(0, 0, image);
}

/// Paints the lines inside partitions, one pixel wide at every zoom. The drawing has all others.
void GraphPainter::paintThinLines(const Pass& pass) const {
    const Layout& layout = m_scene->layout;
    QVector<QLineF> lines;
    m_drawing->routesIn(rectOf(pass.visible), [&](std::uint32_t i) {
        const Route& route = layout.routes[i];
        if (m_scene->crosses(m_scene->nets[route.net], route.target))
            return;
        const auto points = layout.pointsOf(route);
        for (std::size_t p = 1; p < points.size(); ++p)
            lines.append(QLineF(toQt(points[p - 1]), toQt(points[p])));
    });
    if (lines.isEmpty())
        return;
    QPen pen(pass.theme.edge, 1);
    pen.setCosmetic(true);
    pass.painter.setRenderHint(QPainter::Antialiasing, false);
    pass.painter.setPen(pen);
    pass.painter.drawLines(lines);
}

void GraphPainter::paintFlat(const Pass& pass) const {
    pass.painter.setRenderHint(QPainter::Antialiasing, false);
    const double least = 1 / pass.scale;
    if (pass.marks.colouring.isOn()) {
        FlatBoxes boxes(pass.marks.colouring, pass.theme);
        m_drawing->boxesIn(rectOf(pass.visible),
                           [&](std::uint32_t box) { boxes.add(boxRect(box), box); });
        boxes.paint(pass.painter, least);
        return;
    }
    QVector<QRectF> rects[5];
    // Without antialiasing, what is lower than a pixel is painted in every second line only.
    const auto seen = [&](std::uint32_t box) {
        const QRectF rect = boxRect(box);
        return QRectF(rect.topLeft(), rect.size().expandedTo({least, least}));
    };
    m_drawing->boxesIn(rectOf(pass.visible), [&](std::uint32_t box) {
        const SceneBox& each = m_scene->boxes[box];
        const std::size_t group =
            each.isPort() || each.isFolded() || pass.marks.dims(*m_scene, each)
                ? 4
                : static_cast<std::size_t>(m_drawing->slot(each));
        rects[group].append(seen(box));
    });
    pass.painter.setPen(Qt::NoPen);
    const QColor colors[5] = {pass.theme.colour(Role::firstBand),
                              pass.theme.colour(Role::secondBand),
                              pass.theme.colour(Role::lastBand), pass.theme.colour(Role::otherBand),
                              pass.theme.lineStrong};
    for (const std::size_t group : {4U, 0U, 1U, 2U, 3U})
        if (!rects[group].isEmpty()) {
            pass.painter.setBrush(colors[group]);
            pass.painter.drawRects(rects[group]);
        }
}

void GraphPainter::paintMarks(const Pass& pass) const {
    pass.painter.setRenderHint(QPainter::Antialiasing);
    pass.painter.setBrush(Qt::NoBrush);
    const auto ring = [&](std::uint32_t box, const QColor& color, double width, double outside,
                          Qt::PenStyle style = Qt::SolidLine) {
        QPen pen(color, width, style);
        pen.setCosmetic(true);
        pass.painter.setPen(pen);
        const double grow = outside / std::max(pass.scale, 0.2);
        const double radius = m_drawing->boxRadius(box) + grow;
        pass.painter.drawRoundedRect(boxRect(box).adjusted(-grow, -grow, grow, grow), radius,
                                     radius);
    };
    for (const std::uint32_t box : pass.marks.related)
        if (pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.strongEdge, 1.5, 0);
    for (const std::uint32_t box : pass.marks.wrong)
        if (pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.bad, 1.5, 0);
    for (const std::uint32_t box : pass.marks.selected)
        if (!pass.marks.standIns.contains(box) && pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.accent, 2, 2);
    for (const std::uint32_t box : pass.marks.found)
        if (pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.accent, 1.5, 2);
    if (pass.marks.hover >= 0)
        ring(static_cast<std::uint32_t>(pass.marks.hover), pass.theme.strongEdge, 1, 0);
    const auto current = static_cast<std::uint32_t>(pass.marks.current);
    if (pass.marks.current >= 0 && !pass.marks.standIns.contains(current))
        ring(current, pass.theme.strongEdge, 2, 3);
    for (const std::uint32_t box : pass.marks.standIns)
        if (pass.visible.intersects(boxRect(box).adjusted(-20, -20, 20, 20)))
            ring(box, pass.theme.strongEdge, 2, 5, Qt::DotLine);
    paintBookmarks(pass);
    paintErrorSigns(pass);
}

/// A bookmark is a ribbon at the left of its box: a bar with a notch at its lower end.
void GraphPainter::paintBookmarks(const Pass& pass) const {
    const double size = 8 / std::clamp(pass.scale, 0.1, 1.0);
    pass.painter.setPen(Qt::NoPen);
    pass.painter.setBrush(pass.theme.accent);
    for (const std::uint32_t box : pass.marks.bookmarked) {
        const QRectF rect = boxRect(box);
        if (!pass.visible.intersects(rect.adjusted(-4 * size, 0, 0, 2 * size)))
            continue;
        const QPointF top(rect.left() - size - 4, rect.top());
        pass.painter.drawPolygon(
            QPolygonF({top, top + QPointF(size, 0), top + QPointF(size, 2 * size),
                       top + QPointF(size / 2, 1.4 * size), top + QPointF(0, 2 * size)}));
    }
}

/// The sign of an error is a cross on a disc, at the top right corner of its box.
void GraphPainter::paintErrorSigns(const Pass& pass) const {
    const double radius = 6 / std::clamp(pass.scale, 0.1, 1.0), arm = radius * 0.4;
    for (const std::uint32_t box : pass.marks.wrong) {
        const QPointF at = boxRect(box).topRight();
        if (!pass.visible.intersects(
                QRectF(at - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius))))
            continue;
        pass.painter.setPen(Qt::NoPen);
        pass.painter.setBrush(pass.theme.bad);
        pass.painter.drawEllipse(at, radius, radius);
        pass.painter.setPen(QPen(pass.theme.base, radius / 4));
        pass.painter.drawLine(at - QPointF(arm, arm), at + QPointF(arm, arm));
        pass.painter.drawLine(at - QPointF(arm, -arm), at + QPointF(arm, -arm));
    }
}

std::int64_t GraphPainter::boxAt(const QPointF& point) const {
    std::int64_t found = -1;
    if (m_scene)
        m_drawing->boxesIn(rectOf(QRectF(point, QSizeF(0.1, 0.1))), [&](std::uint32_t box) {
            if (boxRect(box).contains(point))
                found = box;
        });
    return found;
}

std::int64_t GraphPainter::netAt(const QPointF& point, double reach) const {
    std::int64_t found = -1;
    if (!m_scene)
        return found;
    for (const std::uint32_t net : m_drawing->labelledNets())
        if (chipRect(net).contains(point))
            return net;
    const QRectF around(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach));
    m_drawing->routesIn(rectOf(around), [&](std::uint32_t i) {
        const Route& route = m_scene->layout.routes[i];
        const auto points = m_scene->layout.pointsOf(route);
        for (std::size_t p = 1; p < points.size(); ++p)
            if (toQt(Rect::between(points[p - 1], points[p]).grown(reach)).contains(point))
                found = route.net;
    });
    return found;
}

const SceneDrawing::StubLabel* GraphPainter::stubAt(const QPointF& point) const {
    if (m_scene)
        for (const SceneDrawing::StubLabel& stub : m_drawing->stubs())
            if (toQt(stub.place).contains(point))
                return &stub;
    return nullptr;
}

const Bundle* GraphPainter::bundleAt(const QPointF& point, double reach) const {
    if (!m_scene)
        return nullptr;
    for (const Bundle& bundle : m_scene->layout.bundles) {
        if (toQt(m_drawing->bundleSign(bundle).first).contains(point))
            return &bundle;
        const auto points = m_scene->layout.pointsOf(bundle);
        for (std::size_t i = 0; i + 1 < points.size(); i += 2)
            if (toQt(Rect::between(points[i], points[i + 1]).grown(reach)).contains(point))
                return &bundle;
    }
    return nullptr;
}

} // namespace partita
