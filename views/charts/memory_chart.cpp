#include "views/charts/memory_chart.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "core/report/model_summary.h"
#include "views/text/qt_text.h"

namespace partita {

namespace {

constexpr int kTextHeight = 18; ///< height of the text above and below the plot

QString bytes(std::uint64_t count) { return toQString(byteText(count)); }

} // namespace

MemoryChart::MemoryChart(const Theme& theme) : m_theme(&theme) {
    setMouseTracking(true);
    setMinimumSize(160, 72);
}

void MemoryChart::setSteps(std::vector<MemoryStep> steps, std::uint64_t arenaBytes, Name name) {
    m_steps = std::move(steps);
    m_arena = arenaBytes;
    m_name = std::move(name);
    m_hovered = -1;
    m_peak = 0;
    for (const MemoryStep& step : m_steps)
        m_peak = std::max(m_peak, step.liveBytes);
    setAccessibleName(tr("Memory in use, step by step: at most %1").arg(bytes(m_peak)));
    update();
}

void MemoryChart::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

QRectF MemoryChart::plot() const {
    return QRectF(8, kTextHeight, std::max(1, width() - 16),
                  std::max(1, height() - 2 * kTextHeight));
}

int MemoryChart::stepAt(int x) const {
    const QRectF area = plot();
    if (m_steps.empty() || x < area.left() || x >= area.right())
        return -1;
    return std::min(
        static_cast<int>(m_steps.size()) - 1,
        static_cast<int>((x - area.left()) / area.width() * static_cast<double>(m_steps.size())));
}

void MemoryChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->base);
    const QRectF area = plot();
    painter.setPen(m_theme->second);
    const QRectF head(area.left(), 0, area.width(), kTextHeight);
    if (m_steps.empty()) {
        painter.setPen(m_theme->disabled);
        painter.drawText(rect(), Qt::AlignCenter, tr("Memory in use appears here after a run"));
        return;
    }
    painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Memory in use · at most %1").arg(bytes(m_peak)));
    const QString held = tr("arena %1").arg(bytes(m_arena));
    painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, held);
    const double step = area.width() / static_cast<double>(m_steps.size());
    const auto height = [&](std::uint64_t live) {
        return m_peak ? area.height() * static_cast<double>(live) / static_cast<double>(m_peak) : 0;
    };
    // With more steps than pixels, each column shows its highest step.
    const int columns = std::max(1, static_cast<int>(area.width()));
    QPainterPath outline(area.bottomLeft());
    for (int column = 0; column < columns; ++column) {
        const auto first = static_cast<std::size_t>(static_cast<double>(column) / step);
        const auto last = std::max(first + 1, static_cast<std::size_t>((column + 1) / step));
        std::uint64_t live = 0;
        for (std::size_t i = first; i < std::min(last, m_steps.size()); ++i)
            live = std::max(live, m_steps[i].liveBytes);
        outline.lineTo(area.left() + column, area.bottom() - height(live));
        outline.lineTo(area.left() + column + 1, area.bottom() - height(live));
    }
    outline.lineTo(area.bottomRight());
    QColor fill = m_theme->second;
    fill.setAlphaF(0.28);
    painter.fillPath(outline, fill);
    painter.setPen(m_theme->second);
    painter.drawPath(outline);
    painter.setPen(m_theme->lineStrong);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    const QRectF foot(area.left(), area.bottom(), area.width(), kTextHeight);
    if (m_hovered >= 0) {
        const MemoryStep& at = m_steps[static_cast<std::size_t>(m_hovered)];
        const double x = area.left() + (m_hovered + 0.5) * step;
        painter.setPen(m_theme->text);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString text = QStringLiteral("%1 · %2").arg(bytes(at.liveBytes), m_name(at.node));
        painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideMiddle,
                                                          static_cast<int>(foot.width())));
        return;
    }
    painter.setPen(m_theme->second);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, tr("first step"));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter,
                     tr("step %1").arg(static_cast<qulonglong>(m_steps.size())));
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event) {
    if (const int now = stepAt(event->x()); now != m_hovered) {
        m_hovered = now;
        update();
    }
}

void MemoryChart::mousePressEvent(QMouseEvent* event) {
    if (const int at = stepAt(event->x()); at >= 0)
        Q_EMIT nodeClicked(m_steps[static_cast<std::size_t>(at)].node);
}

void MemoryChart::leaveEvent(QEvent* event) {
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

} // namespace partita
