// Groups of nodes: the outlines around partitions, and boxes that stand for many nodes.

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <utility>

#include "views/graph/graph_painter.h"
#include "views/text/qt_text.h"
#include "views/text/text_widths.h"

namespace partita {

namespace {

QPointF at(const PointF& point) { return {point.x, point.y}; }

} // namespace

QString GraphPainter::hullText(const PartitionHull& hull) const {
    const QString provider =
        toQString(m_scene->providerNames[static_cast<std::size_t>(hull.provider)])
            .section(QStringLiteral(" · "), 0, 0);
    return QCoreApplication::translate("partita::GraphPainter", "%1 · %2 · %Ln node(s)", nullptr,
                                       hull.nodes)
        .arg(toQString(m_scene->partitionBadges[hull.partition]), provider);
}

bool GraphPainter::isFree(const QRectF& place) const {
    bool free = true;
    m_boxIndex.query(place,
                     [&](std::uint32_t box) { free = free && !boxRect(box).intersects(place); });
    m_routeIndex.query(place, [&](std::uint32_t i) {
        const auto points = m_scene->layout.pointsOf(m_scene->layout.routes[m_drawnRoutes[i]]);
        for (std::size_t p = 1; p < points.size(); ++p)
            free = free && !QRectF(at(points[p - 1]), at(points[p]))
                                .normalized()
                                .adjusted(-1, -1, 1, 1)
                                .intersects(place);
    });
    for (const std::uint32_t net : m_labelled)
        free = free && !chipRect(net).intersects(place);
    return free;
}

/// Where the label hides nothing: right of the hull, left of it, below, above; nowhere if there is
/// no such place.
std::optional<QPointF> GraphPainter::hullLabelPlace(const PartitionHull& hull, double width) const {
    const QRectF around = hull.outline.boundingRect();
    const double height = 14;
    for (const QPointF& corner : {QPointF(around.right() + 6, around.top() + 1),
                                  QPointF(around.left() - width - 6, around.top() + 1),
                                  QPointF(around.right() + 6, around.bottom() - height - 1),
                                  QPointF(around.left() - width - 6, around.bottom() - height - 1),
                                  QPointF(around.left(), around.bottom() + 2),
                                  QPointF(around.left(), around.top() - height - 2)})
        if (isFree(QRectF(corner, QSizeF(width, height))))
            return corner;
    return std::nullopt;
}

void GraphPainter::paintHulls(const Pass& pass) const {
    pass.painter.setRenderHint(QPainter::Antialiasing, false);
    pass.painter.setFont(m_smallFont);
    const QFontMetricsF metrics(m_smallFont);
    for (const PartitionHull& hull : m_hulls) {
        if (!pass.visible.intersects(hull.outline.boundingRect().adjusted(-200, -20, 200, 20)))
            continue;
        const ProviderStyle& look = pass.theme.provider(
            hull.provider, static_cast<std::size_t>(hull.provider) + 1 == m_providers);
        const bool weak =
            !pass.marks.providers.empty() && !pass.marks.providers.count(hull.provider);
        QPen pen(weak ? pass.theme.lineStrong : look.band, 1, Qt::DotLine);
        pen.setCosmetic(true);
        pass.painter.setPen(pen);
        pass.painter.setBrush(Qt::NoBrush);
        pass.painter.drawPath(hull.outline);
        if (pass.scale < kText)
            continue;
        const QString text = hullText(hull);
        const double width = metrics.horizontalAdvance(text);
        if (const auto place = hullLabelPlace(hull, width)) {
            pass.painter.setPen(weak ? pass.theme.second : look.ink);
            pass.painter.drawText(QRectF(*place, QSizeF(width + 2, 14)),
                                  Qt::AlignLeft | Qt::AlignVCenter, text);
        }
    }
}

/// "1,236 nodes", and on the second line which partition or how many, and how often it repeats.
void GraphPainter::paintGroup(const Pass& pass, std::uint32_t box) const {
    const SceneBox& each = m_scene->boxes[box];
    const SceneGroup& group = m_scene->groups[static_cast<std::size_t>(each.group)];
    const QRectF rect = boxRect(box);
    const bool weak = dimmed(pass.marks, each);
    pass.painter.setRenderHint(QPainter::Antialiasing);
    pass.painter.setPen(QPen(weak ? pass.theme.lineWeak : pass.theme.lineStrong, 1));
    pass.painter.setBrush(pass.theme.base);
    if (group.repeats > 1)
        for (const double behind : {6.0, 3.0})
            pass.painter.drawRoundedRect(rect.translated(behind, behind), 3, 3);
    pass.painter.setPen(QPen(weak ? pass.theme.lineWeak : pass.theme.second, 1));
    if (pass.marks.colouring.isOn())
        pass.painter.setBrush(fillOf(pass, box));
    pass.painter.drawRoundedRect(rect, 3, 3);
    paintShares(pass, QRectF(rect.left() + 8, rect.bottom() - 11, rect.width() - 16, 6), group);
    if (pass.scale < kBands)
        return;
    const auto count = [&](const char* text, std::size_t n) {
        return QCoreApplication::translate("partita::GraphPainter", text, nullptr,
                                           static_cast<int>(n));
    };
    const QString nodes =
        count(QT_TRANSLATE_N_NOOP("partita::GraphPainter", "%Ln node(s)"), group.key.nodes);
    const QString badge = toQString(m_scene->badge(each));
    QString second = each.partitionIndex
                         ? badge
                         : count(QT_TRANSLATE_N_NOOP("partita::GraphPainter", "%Ln partition(s)"),
                                 group.partitions);
    QString title = toQString(each.title);
    if (group.repeats > 1) {
        const QString times = QStringLiteral("×%1").arg(group.repeats);
        title = title.isEmpty() ? times : QStringLiteral("%1 · %2").arg(title, times);
        second += QStringLiteral(" · ") +
                  count(QT_TRANSLATE_N_NOOP("partita::GraphPainter", "%Ln node(s) each"),
                        group.key.nodes / group.repeats);
    } else if (title.isEmpty()) {
        title = std::exchange(second, QString());
    }
    if (group.repeats == 1)
        second +=
            (second.isEmpty() ? QString() : QStringLiteral(" · ")) + toQString(group.operators);
    const QRectF inside = rect.adjusted(8, 5, -8, -14);
    pass.painter.setFont(m_smallFont);
    const double right = QFontMetricsF(m_smallFont).horizontalAdvance(nodes);
    pass.painter.setPen(pass.theme.second);
    pass.painter.drawText(inside, Qt::AlignRight | Qt::AlignTop, nodes);
    if (pass.scale >= kText)
        pass.painter.drawText(inside.adjusted(0, 17, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                              elided(second, false, inside.width()));
    pass.painter.setFont(m_titleFont);
    pass.painter.setPen(weak ? pass.theme.second : pass.theme.text);
    pass.painter.drawText(inside.adjusted(0, -2, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                          elided(title, true, inside.width() - right - 8));
}

/// The share of each provider, in its colour and pattern; none of them is narrower than 3 pixels.
void GraphPainter::paintShares(const Pass& pass, const QRectF& place,
                               const SceneGroup& group) const {
    const auto nodes = static_cast<double>(group.key.nodes);
    double left = place.left();
    pass.painter.fillRect(place, pass.theme.lineWeak);
    for (std::size_t provider = group.byProvider.size(); provider-- > 0;) {
        if (!group.byProvider[provider])
            continue;
        const double width =
            provider == 0
                ? place.right() - left
                : std::max(3.0,
                           place.width() * static_cast<double>(group.byProvider[provider]) / nodes);
        paintBand(
            pass.painter, QRectF(left, place.top(), width, place.height()),
            pass.theme.provider(static_cast<std::int32_t>(provider), provider + 1 == m_providers));
        left += width;
    }
}

} // namespace partita
