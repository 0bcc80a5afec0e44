// What one step did to the graph: rings around boxes, ghosts of what is gone, a frame around all.

#include <QFontMetricsF>
#include <QPainter>

#include "views/graph/graph_painter.h"
#include "views/text/qt_text.h"

namespace partita {

QRectF GraphPainter::ghostRect(const SceneGhost& ghost) {
    return {ghost.center.x - ghost.size.width / 2, ghost.center.y - ghost.size.height / 2,
            ghost.size.width, ghost.size.height};
}

QRectF GraphPainter::stepRect(const SceneMarks& marks) const {
    QRectF all;
    for (const auto* boxes : {&marks.changed, &marks.added, &marks.removed})
        for (const std::uint32_t box : *boxes)
            all |= boxRect(box);
    if (m_scene)
        for (const SceneGhost& ghost : m_scene->ghosts)
            all |= ghostRect(ghost);
    return all;
}

void GraphPainter::paintGhosts(const Pass& pass) const {
    pass.painter.setRenderHint(QPainter::Antialiasing);
    QFont struck = m_titleFont;
    struck.setStrikeOut(true);
    pass.painter.setFont(struck);
    for (const SceneGhost& ghost : m_scene->ghosts) {
        const QRectF rect = ghostRect(ghost);
        if (!pass.visible.intersects(rect))
            continue;
        QPen pen(pass.theme.second, 1, Qt::DashLine);
        pen.setCosmetic(pass.scale < kText);
        pass.painter.setPen(pen);
        QColor veil = pass.theme.canvas;
        veil.setAlpha(200); // the line that took its place shines through
        pass.painter.setBrush(veil);
        pass.painter.drawRoundedRect(rect, 3, 3);
        if (pass.scale < kText)
            continue;
        pass.painter.setPen(pass.theme.second);
        pass.painter.drawText(rect, Qt::AlignCenter,
                              QFontMetricsF(struck).elidedText(toQString(ghost.title),
                                                               Qt::ElideMiddle, rect.width() - 8));
    }
}

/// Rings say what a box is to the step by colour and sign: + new, Δ changed, − taken out.
void GraphPainter::paintStep(const Pass& pass) const {
    const SceneMarks& marks = pass.marks;
    pass.painter.setRenderHint(QPainter::Antialiasing);
    const auto ring = [&](std::uint32_t box, const QColor& color, const QString& sign) {
        const QRectF rect = boxRect(box);
        if (!pass.visible.intersects(rect))
            return;
        QPen pen(color, 2);
        pen.setCosmetic(true);
        pass.painter.setPen(pen);
        pass.painter.setBrush(Qt::NoBrush);
        const double grow = 3 / std::max(pass.scale, 0.2);
        pass.painter.drawRoundedRect(rect.adjusted(-grow, -grow, grow, grow), 5, 5);
        if (pass.scale < kText)
            return;
        const QRectF place(rect.left() - grow - 15, rect.top() - grow, 15,
                           SceneMetrics::nodeHeight + 2 * grow);
        pass.painter.setBrush(color);
        pass.painter.drawRoundedRect(place, 3, 3);
        pass.painter.setFont(m_titleFont);
        pass.painter.setPen(pass.theme.canvas);
        pass.painter.drawText(place, Qt::AlignCenter, sign);
    };
    for (const std::uint32_t box : marks.changed)
        ring(box, pass.theme.changed, QStringLiteral("Δ"));
    for (const std::uint32_t box : marks.added)
        ring(box, pass.theme.good, QStringLiteral("+"));
    for (const std::uint32_t box : marks.removed)
        ring(box, pass.theme.bad, QStringLiteral("−"));
    const QRectF all = stepRect(marks);
    if (all.isEmpty() || marks.stepTitle.isEmpty() || pass.scale < kBands)
        return;
    const QRectF frame = all.adjusted(-26, -9, 12, 9);
    QPen pen(pass.theme.accent, 1.5);
    pen.setCosmetic(true);
    pass.painter.setPen(pen);
    pass.painter.setBrush(Qt::NoBrush);
    pass.painter.drawRoundedRect(frame, 4, 4);
    if (pass.scale < kText)
        return;
    pass.painter.setFont(m_smallFont);
    const double width = QFontMetricsF(m_smallFont).horizontalAdvance(marks.stepTitle) + 12;
    const QRectF label(frame.left() - width, frame.top(), width,
                       18); // beside it nothing is covered
    pass.painter.setBrush(pass.theme.accent);
    pass.painter.drawRoundedRect(label, 3, 3);
    pass.painter.setPen(pass.theme.onAccent);
    pass.painter.drawText(label, Qt::AlignCenter, marks.stepTitle);
}

} // namespace partita
