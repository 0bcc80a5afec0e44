#include "views/graph/graph_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <cmath>

#include "views/text/qt_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

QRectF routeRect(std::span<const PointF> points) {
    double left = 1e300, right = -1e300, top = 1e300, bottom = -1e300;
    for (const PointF& point : points) {
        left = std::min(left, point.x);
        right = std::max(right, point.x);
        top = std::min(top, point.y);
        bottom = std::max(bottom, point.y);
    }
    return {QPointF(left - 2, top - 2), QPointF(right + 2, bottom + 2)};
}

QPointF at(const PointF& point) { return {point.x, point.y}; }

/// An orthogonal line with 5-pixel corners.
QPainterPath roundedPath(std::span<const PointF> points) {
    QPainterPath path(at(points.front()));
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const QPointF before = at(points[i - 1]), corner = at(points[i]), after = at(points[i + 1]);
        const QPointF in = corner - before, out = after - corner;
        const double inLength = std::hypot(in.x(), in.y()),
                     outLength = std::hypot(out.x(), out.y());
        const double radius = std::min({5.0, inLength / 2, outLength / 2});
        if (radius < 0.5) {
            path.lineTo(corner);
            continue;
        }
        path.lineTo(corner - in / inLength * radius);
        path.quadTo(corner, corner + out / outLength * radius);
    }
    path.lineTo(at(points.back()));
    return path;
}

} // namespace

void GraphPainter::setFonts(const QFont& base) {
    m_titleFont = canvasTitleFont(base);
    m_smallFont = canvasSmallFont(base);
}

void GraphPainter::setScene(std::shared_ptr<const GraphScene> scene, std::size_t providerCount) {
    m_scene = std::move(scene);
    m_providers = providerCount;
    m_drawnRoutes.clear();
    m_stubs.clear();
    m_labelled.clear();
    m_hulls.clear();
    m_bounds = {};
    if (!m_scene)
        return;
    const Layout& layout = m_scene->layout;
    m_bounds = QRectF(layout.left, layout.top, layout.width, layout.height);
    std::vector<QRectF> boxes, routes;
    boxes.reserve(m_scene->boxes.size());
    for (std::size_t i = 0; i < m_scene->boxes.size(); ++i)
        boxes.push_back(boxRect(i));
    m_boxIndex.build(m_bounds, boxes);
    routes.reserve(layout.routes.size());
    m_drawnRoutes.reserve(layout.routes.size());
    for (std::uint32_t i = 0; i < layout.routes.size(); ++i) {
        if (layout.routes[i].isStub()) {
            m_stubs.push_back(i);
        } else {
            m_drawnRoutes.push_back(i);
            routes.push_back(routeRect(layout.pointsOf(layout.routes[i])));
        }
    }
    m_routeIndex.build(m_bounds, routes);
    for (std::uint32_t i = 0; i < m_scene->nets.size(); ++i)
        if (m_scene->label(m_scene->nets[i]))
            m_labelled.push_back(i);
    m_hulls = partitionHulls(*m_scene);
}

QRectF GraphPainter::boxRect(std::size_t box) const {
    return {m_scene->left(box), m_scene->top(box), m_scene->sizes[box].width,
            m_scene->sizes[box].height};
}

QRectF GraphPainter::chipRect(std::size_t net) const {
    const SceneNet& each = m_scene->nets[net];
    const PointF& source = m_scene->layout.centers[each.source];
    return {source.x + 8, source.y + m_scene->sizes[each.source].height / 2 + 4,
            m_scene->label(each)->width, 16};
}

const ProviderStyle& GraphPainter::style(const Theme& theme, const SceneBox& box) const {
    return theme.provider(box.provider,
                          box.provider >= 0 &&
                              static_cast<std::size_t>(box.provider) + 1 == m_providers);
}

QString GraphPainter::elided(const QString& text, bool title, double room) const {
    return QFontMetricsF(title ? m_titleFont : m_smallFont).elidedText(text, Qt::ElideMiddle, room);
}

QColor GraphPainter::fillOf(const Pass& pass, std::uint32_t box) const {
    if (pass.marks.colouring.isOn())
        return pass.marks.colouring.colour(pass.theme, box);
    return style(pass.theme, m_scene->boxes[box]).tint;
}

void GraphPainter::paint(QPainter& painter, const QTransform& toDevice, const QSize& deviceSize,
                         const Theme& theme, const SceneMarks& marks) const {
    if (!m_scene)
        return;
    const double scale = toDevice.m11();
    const QRectF visible = toDevice.inverted().mapRect(QRectF(QPointF(0, 0), QSizeF(deviceSize)));
    const Pass pass{painter, theme, marks, scale, visible};
    if (scale < kFlat) {
        paintSplats(pass, toDevice, deviceSize);
        return;
    }
    painter.save();
    painter.setTransform(toDevice, true);
    if (scale >= kBands)
        paintHulls(pass);
    if (scale >= kEdges)
        paintEdges(pass);
    paintGhosts(pass);
    if (scale < kBands) {
        paintFlat(pass);
    } else {
        if (scale >= kText)
            paintStubs(pass);
        m_boxIndex.query(visible, [&](std::uint32_t box) { paintBox(pass, box); });
        if (scale >= kText)
            paintChips(pass);
    }
    paintMarks(pass);
    paintStep(pass);
    painter.restore();
}

/// Far away every node is a pixel or two; nodes of other providers are drawn last and larger, so
/// that a single one can be seen among a hundred thousand.
void GraphPainter::paintSplats(const Pass& pass, const QTransform& toDevice,
                               const QSize& size) const {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    std::vector<std::uint32_t> minority;
    const QRgb first = pass.theme.provider(0, m_providers == 1).band.rgb();
    m_boxIndex.query(pass.visible, [&](std::uint32_t box) {
        const SceneBox& each = m_scene->boxes[box];
        if (!each.isPort() && each.provider != 0) {
            minority.push_back(box);
            return;
        }
        const QPointF center = toDevice.map(at(m_scene->layout.centers[box]));
        const int x = static_cast<int>(center.x()), y = static_cast<int>(center.y());
        if (x < 0 || y < 0 || x + 1 >= size.width() || y >= size.height() ||
            dimmed(pass.marks, each))
            return;
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        line[x] = line[x + 1] = first;
    });
    for (const std::uint32_t box : minority) {
        if (dimmed(pass.marks, m_scene->boxes[box]))
            continue;
        const QPointF center = toDevice.map(at(m_scene->layout.centers[box]));
        const QRgb color = style(pass.theme, m_scene->boxes[box]).band.rgb();
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

void GraphPainter::paintEdges(const Pass& pass) const {
    const auto& routes = m_scene->layout.routes;
    const bool detailed = pass.scale >= kBands;
    pass.painter.setRenderHint(QPainter::Antialiasing, detailed);
    std::vector<std::uint32_t> special;
    QVector<QLineF> plain;
    m_routeIndex.query(pass.visible, [&](std::uint32_t i) {
        const Route& route = routes[m_drawnRoutes[i]];
        const SceneNet& net = m_scene->nets[route.net];
        if (m_scene->crosses(net, route.target)) {
            special.push_back(m_drawnRoutes[i]);
            return;
        }
        if (detailed) {
            paintEdge(pass, route);
            return;
        }
        const auto points = m_scene->layout.pointsOf(route);
        for (std::size_t p = 1; p < points.size(); ++p)
            plain.append(QLineF(at(points[p - 1]), at(points[p])));
    });
    if (!plain.isEmpty()) {
        QPen pen(pass.theme.edge, 1);
        pen.setCosmetic(true);
        pass.painter.setPen(pen);
        pass.painter.drawLines(plain);
    }
    // Borders lie on top: they are what the picture is about.
    for (const std::uint32_t i : special)
        paintEdge(pass, routes[i]);
}

void GraphPainter::paintEdge(const Pass& pass, const Route& route) const {
    const SceneNet& net = m_scene->nets[route.net];
    const SceneBox& source = m_scene->boxes[net.source];
    const std::uint32_t target = m_scene->targets(net)[route.target];
    const bool crosses = m_scene->crosses(net, route.target);
    const bool boundary = crosses && source.provider != m_scene->boxes[target].provider;
    const bool touched = net.source == pass.marks.current || target == pass.marks.current ||
                         net.source == pass.marks.hover || target == pass.marks.hover;
    const bool weak = dimmed(pass.marks, source) && dimmed(pass.marks, m_scene->boxes[target]);
    const QColor color = weak                  ? pass.theme.lineWeak
                         : boundary || touched ? pass.theme.strongEdge
                         : crosses             ? style(pass.theme, source).band
                                               : pass.theme.edge;
    QPen pen(color, boundary ? 3 : crosses ? 2 : touched ? 1.5 : 1);
    if (pass.scale < kText)
        pen.setCosmetic(true);
    pen.setJoinStyle(Qt::RoundJoin);
    pen.setCapStyle(Qt::FlatCap);
    pass.painter.setPen(pen);
    pass.painter.setBrush(Qt::NoBrush);
    if (pass.scale < kText) {
        QPolygonF line;
        for (const PointF& point : m_scene->layout.pointsOf(route))
            line << at(point);
        pass.painter.drawPolyline(line);
        return;
    }
    const auto corners = m_scene->layout.pointsOf(route);
    std::vector<PointF> points(corners.begin(), corners.end());
    points.back().y -= 5; // the arrow covers the rest
    pass.painter.drawPath(roundedPath(points));
    const QPointF end = at(corners.back());
    pass.painter.setPen(Qt::NoPen);
    pass.painter.setBrush(color);
    pass.painter.drawPolygon(QPolygonF({end, end + QPointF(-3.5, -6), end + QPointF(3.5, -6)}));
}

/// A line too long to draw: what feeds the box, written above it.
void GraphPainter::paintStubs(const Pass& pass) const {
    pass.painter.setFont(m_smallFont);
    for (const std::uint32_t i : m_stubs) {
        const Route& route = m_scene->layout.routes[i];
        const SceneNet& net = m_scene->nets[route.net];
        const std::uint32_t target = m_scene->targets(net)[route.target];
        const QRectF box = boxRect(target);
        if (!pass.visible.intersects(box.adjusted(-200, -24, 200, 0)))
            continue;
        const QPointF end(box.left() + 14, box.top());
        pass.painter.setPen(QPen(pass.theme.edge, 1, Qt::DashLine));
        pass.painter.drawLine(end - QPointF(0, 10), end);
        pass.painter.setPen(pass.theme.second);
        pass.painter.drawText(end + QPointF(4, -3),
                              QStringLiteral("⬡ %1 · %2 ↑")
                                  .arg(toQString(m_scene->boxes[net.source].title))
                                  .arg(route.ranks));
    }
}

void GraphPainter::paintFlat(const Pass& pass) const {
    QVector<QRectF> rects[5];
    m_boxIndex.query(pass.visible, [&](std::uint32_t box) {
        const SceneBox& each = m_scene->boxes[box];
        if (pass.marks.colouring.isOn()) {
            pass.painter.fillRect(boxRect(box), fillOf(pass, box));
            return;
        }
        const bool last =
            each.provider >= 0 && static_cast<std::size_t>(each.provider) + 1 == m_providers;
        const int group = each.isPort() || dimmed(pass.marks, each) ? 4
                          : each.provider < 0                       ? 3
                          : last                                    ? 2
                                                                    : std::min(each.provider, 1);
        rects[group].append(boxRect(box));
    });
    pass.painter.setRenderHint(QPainter::Antialiasing, false);
    pass.painter.setPen(Qt::NoPen);
    const QColor colors[5] = {pass.theme.provider(0, false).band,
                              pass.theme.provider(1, false).band, pass.theme.provider(2, true).band,
                              pass.theme.nobody().band, pass.theme.lineStrong};
    for (int group : {4, 0, 1, 2, 3})
        if (!rects[group].isEmpty()) {
            pass.painter.setBrush(colors[group]);
            pass.painter.drawRects(rects[group]);
        }
}

void GraphPainter::paintPort(const Pass& pass, std::uint32_t box) const {
    const QRectF rect = boxRect(box);
    pass.painter.setPen(QPen(pass.theme.second, 1));
    pass.painter.setBrush(pass.theme.base);
    pass.painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2);
    if (pass.scale < kText)
        return;
    const SceneBox& each = m_scene->boxes[box];
    pass.painter.setFont(m_titleFont);
    pass.painter.setPen(pass.theme.text);
    pass.painter.drawText(rect.adjusted(12, 4, -12, -18), Qt::AlignCenter,
                          elided(toQString(each.title), true, rect.width() - 24));
    pass.painter.setFont(m_smallFont);
    pass.painter.setPen(pass.theme.second);
    pass.painter.drawText(rect.adjusted(12, 20, -12, -4), Qt::AlignCenter,
                          elided(toQString(each.detail), false, rect.width() - 24));
}

void GraphPainter::paintBadges(const Pass& pass, std::uint32_t box, double& right) const {
    using M = SceneMetrics;
    const SceneBox& each = m_scene->boxes[box];
    const QRectF rect = boxRect(box);
    const QFontMetricsF metrics(m_smallFont);
    pass.painter.setFont(m_smallFont);
    if (each.partitionIndex) {
        const QString badge = toQString(m_scene->badge(each));
        const double width = metrics.horizontalAdvance(badge) + 8;
        right -= width;
        const QRectF place(right, rect.top() + 5, width, M::badge);
        pass.painter.setPen(Qt::NoPen);
        const ProviderStyle& look = style(pass.theme, each);
        pass.painter.setBrush(dimmed(pass.marks, each) ? pass.theme.lineStrong : look.ink);
        pass.painter.drawRoundedRect(place, 2, 2);
        pass.painter.setPen(look.onInk);
        pass.painter.drawText(place, Qt::AlignCenter, badge);
        right -= M::badgeGap;
    }
    for (std::size_t b = each.badges.size(); b-- > 0;) {
        const QString letter = toQString(each.badges[b].text());
        const double width = std::max(M::badge, metrics.horizontalAdvance(letter) + 6);
        right -= width;
        if (pass.scale >= kFull) {
            const QRectF place(right, rect.top() + 5, width, M::badge);
            pass.painter.setPen(QPen(pass.theme.lineStrong, 1));
            pass.painter.setBrush(pass.theme.base);
            pass.painter.drawRoundedRect(place, 2, 2);
            pass.painter.setPen(pass.theme.second);
            pass.painter.drawText(place, Qt::AlignCenter, letter);
        } else {
            pass.painter.setPen(Qt::NoPen);
            pass.painter.setBrush(pass.theme.second);
            pass.painter.drawEllipse(QPointF(right + width / 2, rect.top() + 12), 1.5, 1.5);
        }
        right -= M::badgeGap;
    }
}

void GraphPainter::paintBox(const Pass& pass, std::uint32_t box) const {
    using M = SceneMetrics;
    const SceneBox& each = m_scene->boxes[box];
    if (each.kind != SceneBox::Kind::node) {
        if (each.isPort())
            paintPort(pass, box);
        else
            paintGroup(pass, box);
        return;
    }
    const QRectF rect = boxRect(box);
    const ProviderStyle& look = style(pass.theme, each);
    const bool weak = dimmed(pass.marks, each);
    pass.painter.setRenderHint(QPainter::Antialiasing);
    QPen border(weak ? pass.theme.lineWeak : look.band, 1);
    pass.painter.setPen(border);
    pass.painter.setBrush(weak ? pass.theme.canvas : fillOf(pass, box));
    if (pass.scale < kText)
        pass.painter.drawRect(rect);
    else
        pass.painter.drawRoundedRect(rect, 3, 3);
    if (!weak)
        paintBand(pass.painter, QRectF(rect.left(), rect.top(), M::band, rect.height()), look);
    if (pass.scale < kText)
        return;
    double right = rect.right() - M::badgeGap;
    paintBadges(pass, box, right);
    pass.painter.setFont(m_titleFont);
    pass.painter.setPen(weak ? pass.theme.second : pass.theme.text);
    const double left = rect.left() + M::band + M::gap;
    const QString title = toQString(each.title) + (each.hasBody ? QStringLiteral(" ▸") : QString());
    pass.painter.drawText(QRectF(left, rect.top(), right - left + 4, M::nodeHeight),
                          Qt::AlignVCenter | Qt::AlignLeft, elided(title, true, right - left + 4));
    if (!each.detail.empty() && pass.scale >= kFull) {
        pass.painter.setFont(m_smallFont);
        pass.painter.setPen(pass.theme.second);
        const double room = rect.width() - M::band - 2 * M::gap;
        pass.painter.drawText(QRectF(left, rect.top() + 20, room, 16),
                              Qt::AlignVCenter | Qt::AlignLeft,
                              elided(toQString(each.detail), false, room));
    }
}

void GraphPainter::paintChips(const Pass& pass) const {
    for (const std::uint32_t net : m_labelled) {
        const QRectF rect = chipRect(net);
        if (!pass.visible.intersects(rect))
            continue;
        pass.painter.setPen(QPen(pass.theme.lineStrong, 1));
        pass.painter.setBrush(pass.theme.base);
        pass.painter.drawRoundedRect(rect, 2, 2);
        pass.painter.setFont(m_smallFont);
        pass.painter.setPen(pass.theme.text);
        pass.painter.drawText(rect, Qt::AlignCenter,
                              toQString(m_scene->label(m_scene->nets[net])->text));
    }
}

void GraphPainter::paintMarks(const Pass& pass) const {
    pass.painter.setRenderHint(QPainter::Antialiasing);
    pass.painter.setBrush(Qt::NoBrush);
    const auto ring = [&](std::uint32_t box, const QColor& color, double width, double outside) {
        QPen pen(color, width);
        pen.setCosmetic(true);
        pass.painter.setPen(pen);
        const double grow = outside / std::max(pass.scale, 0.2);
        pass.painter.drawRoundedRect(boxRect(box).adjusted(-grow, -grow, grow, grow), 4, 4);
    };
    for (const std::uint32_t box : pass.marks.related)
        if (pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.strongEdge, 1.5, 0);
    for (const std::uint32_t box : pass.marks.selected)
        if (pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.accent, 2, 2);
    for (const std::uint32_t box : pass.marks.found)
        if (pass.visible.intersects(boxRect(box)))
            ring(box, pass.theme.accent, 1.5, 2);
    if (pass.marks.hover >= 0)
        ring(static_cast<std::uint32_t>(pass.marks.hover), pass.theme.strongEdge, 1, 0);
    if (pass.marks.current >= 0)
        ring(static_cast<std::uint32_t>(pass.marks.current), pass.theme.strongEdge, 2, 3);
}

std::int64_t GraphPainter::boxAt(const QPointF& point) const {
    std::int64_t found = -1;
    if (m_scene)
        m_boxIndex.query(QRectF(point, QSizeF(0.1, 0.1)), [&](std::uint32_t box) {
            if (boxRect(box).contains(point))
                found = box;
        });
    return found;
}

std::int64_t GraphPainter::netAt(const QPointF& point, double reach) const {
    std::int64_t found = -1;
    if (!m_scene)
        return found;
    for (const std::uint32_t net : m_labelled)
        if (chipRect(net).contains(point))
            return net;
    m_routeIndex.query(QRectF(point - QPointF(reach, reach), QSizeF(2 * reach, 2 * reach)),
                       [&](std::uint32_t i) {
                           const Route& route = m_scene->layout.routes[m_drawnRoutes[i]];
                           const auto points = m_scene->layout.pointsOf(route);
                           for (std::size_t p = 1; p < points.size(); ++p) {
                               const QRectF span = QRectF(at(points[p - 1]), at(points[p]))
                                                       .normalized()
                                                       .adjusted(-reach, -reach, reach, reach);
                               if (span.contains(point))
                                   found = route.net;
                           }
                       });
    return found;
}

} // namespace partita
