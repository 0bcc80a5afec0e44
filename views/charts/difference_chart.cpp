#include "views/charts/difference_chart.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/document/simplify_controller.h"

namespace partita {

namespace {
constexpr double kLowest = 1e-9, kHighest = 1; ///< the scale; values beyond are clamped
} // namespace

DifferenceChart::DifferenceChart(const Theme& theme) : m_theme(&theme) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    giveRoom();
}

/// The title and the foot keep their lines in any font.
void DifferenceChart::giveRoom() {
    constexpr int kWidth = 160, kPlot = 48;
    setMinimumSize(kWidth, kPlot + 2 * lineHeight());
}

void DifferenceChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        giveRoom();
}

void DifferenceChart::setDifferences(const std::map<std::size_t, ModelDifference>& differences,
                                     std::size_t position, std::size_t count) {
    m_points.clear();
    for (const auto& [at, difference] : differences) {
        // Whole numbers and numbers near 0 are judged by other rules than the line in the chart,
        // but what failed is never below it and what passed never above it.
        const double relative = difference.problem.empty() ? difference.figures.relative : kHighest;
        m_points.push_back({at,
                            difference.within ? std::min(relative, kSameOutputs)
                                              : std::max(relative, kSameOutputs),
                            difference.within});
    }
    m_position = position;
    m_count = count;
    setAccessibleName(tr("Difference of the outputs, rewrite by rewrite"));
    update();
}

void DifferenceChart::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

int DifferenceChart::lineHeight() const { return std::max(18, fontMetrics().height()); }

QRectF DifferenceChart::plot() const {
    return QRectF(8, lineHeight() + 4, std::max(1, width() - 16),
                  std::max(1, height() - 2 * lineHeight() - 8));
}

double DifferenceChart::xOf(std::size_t position) const {
    return plot().left() + plot().width() * static_cast<double>(position) /
                               static_cast<double>(std::max<std::size_t>(1, m_count));
}

double DifferenceChart::yOf(double relative) const {
    const double share =
        (std::log10(std::clamp(relative, kLowest, kHighest)) - std::log10(kLowest)) /
        (std::log10(kHighest) - std::log10(kLowest));
    return plot().bottom() - share * plot().height();
}

void DifferenceChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_theme->base);
    const QRectF area = plot();
    painter.setPen(m_theme->second);
    painter.drawText(QRectF(area.left(), 0, area.width(), lineHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("Difference of the outputs, relative"));
    if (m_points.empty()) {
        painter.setPen(m_theme->disabled);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Compare outputs to see it here"));
        return;
    }
    painter.setPen(QPen(m_theme->lineWeak, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(QPen(m_theme->bad, 1, Qt::DashLine));
    const double limit = yOf(kSameOutputs);
    painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit));
    painter.drawText(QRectF(area.left(), limit - lineHeight(), area.width(), lineHeight()),
                     Qt::AlignRight | Qt::AlignBottom, tr("limit %1").arg(kSameOutputs));
    painter.setPen(QPen(m_theme->text, 1.5));
    QPolygonF line;
    for (const Point& point : m_points)
        line << QPointF(xOf(point.position), yOf(point.relative));
    painter.drawPolyline(line);
    for (const Point& point : m_points) {
        const bool here = point.position == m_position;
        painter.setPen(Qt::NoPen);
        painter.setBrush(!point.good ? m_theme->bad : here ? m_theme->accent : m_theme->text);
        painter.drawEllipse(QPointF(xOf(point.position), yOf(point.relative)), here ? 4 : 2.5,
                            here ? 4 : 2.5);
    }
    painter.setPen(m_theme->second);
    const QRectF foot(area.left(), area.bottom() + 4, area.width(), lineHeight());
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter, tr("as it was opened"));
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, QString::number(m_count));
}

void DifferenceChart::mousePressEvent(QMouseEvent* event) {
    const QRectF area = plot();
    const double share =
        std::clamp((static_cast<double>(event->pos().x()) - area.left()) / area.width(), 0.0, 1.0);
    Q_EMIT positionClicked(
        static_cast<std::size_t>(std::lround(share * static_cast<double>(m_count))));
}

} // namespace partita
