#include "views/charts/timeline_painter.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "core/provider/partitioning.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr int kArrowLimit = 100; ///< more arrows in view would merge into a grey area
constexpr double kLabelMargin = 8, kLabelSpace = 6;
constexpr double kLeastTwoLines = 32; ///< the height of a lane with a second line, or more

/// The smallest 1, 2 or 5 times a power of ten that is at least `least`.
double niceStep(double least) {
    const double power = std::pow(10, std::floor(std::log10(std::max(1e-3, least))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= least)
            return power * factor;
    return power * 10;
}

QString timeText(double us, double step) {
    if (step >= 100)
        return QStringLiteral("%1 ms").arg(us / 1000, 0, 'f', step >= 1000 ? 0 : 1);
    return QStringLiteral("%1 µs").arg(us, 0, 'f', step >= 1 ? 0 : 2);
}

} // namespace

QRectF TimelineScale::rectOf(const TimelineTask& task) const {
    const Lane& lane = lanes[task.stream];
    const double left = xOf(task.start);
    return {left, lane.top, std::max(1.0, xOf(task.end()) - left), lane.height};
}

TimelinePainter::TimelinePainter(QPainter& painter, const Timeline& timeline,
                                 const TimelineScale& scale, const Theme& theme,
                                 const StyleOf& style)
    : m_painter(painter), m_timeline(timeline), m_scale(scale), m_theme(theme), m_style(style) {}

double TimelinePainter::labelsWidth(const Timeline& timeline, const QFont& font) {
    const QFontMetrics metrics(font);
    QFont bold = font;
    bold.setBold(true);
    const QFontMetrics names(bold);
    const int most = metrics.horizontalAdvance(QStringLiteral("100 %"));
    int width = metrics.horizontalAdvance(tr("Stream")) + metrics.horizontalAdvance(tr("busy"));
    for (const TimelineStream& stream : timeline.streams)
        width = std::max(width, names.horizontalAdvance(streamText(stream)) + most);
    return std::max(kTimelineLabels, width + kLabelSpace + 2 * kLabelMargin);
}

QRectF TimelinePainter::rectOf(std::size_t task) const {
    return m_scale.rectOf(m_timeline.tasks[task]);
}

void TimelinePainter::paint(const TasksByStream& tasks, int selected, int hovered) const {
    m_painter.setRenderHint(QPainter::Antialiasing);
    paintRuler();
    m_painter.save();
    m_painter.setClipRect(m_scale.plot.adjusted(-1, -m_scale.ruler(), 1, 0));
    paintMemories();
    paintTasks(tasks, selected, hovered);
    paintWaits(selected);
    m_painter.restore();
    paintLabels();
}

void TimelinePainter::paintRuler() const {
    const QRectF area = m_scale.plot;
    m_painter.fillRect(QRectF(0, 0, m_scale.size.width(), m_scale.ruler()), m_theme.tableHead);
    const double usPerPixel = m_scale.span / 1e6 / area.width();
    const int letters = m_painter.fontMetrics().horizontalAdvance(QStringLiteral("0000.00 µs"));
    const double apart = std::max(90, letters + 6);
    const double step = niceStep(usPerPixel * apart);
    for (double us = std::ceil(m_scale.from / 1e6 / step) * step;
         us <= (m_scale.from + m_scale.span) / 1e6; us += step) {
        const double x = m_scale.xOf(static_cast<SimulatedTime>(std::llround(us * 1e6)));
        m_painter.setPen(m_theme.lineWeak);
        m_painter.drawLine(QPointF(x, m_scale.ruler()), QPointF(x, area.bottom()));
        m_painter.setPen(m_theme.second);
        m_painter.drawLine(QPointF(x, m_scale.ruler() - 5), QPointF(x, m_scale.ruler()));
        m_painter.drawText(QRectF(x + 3, 0, apart - 2, m_scale.ruler()),
                           Qt::AlignLeft | Qt::AlignVCenter, timeText(us, step));
    }
    m_painter.setPen(m_theme.lineStrong);
    m_painter.drawLine(QPointF(0, m_scale.ruler()), QPointF(m_scale.size.width(), m_scale.ruler()));
}

void TimelinePainter::paintLabels() const {
    m_painter.fillRect(QRectF(0, m_scale.ruler() + 1, m_scale.labels() - 4, m_scale.size.height()),
                       m_theme.window);
    m_painter.setPen(m_theme.second);
    m_painter.drawText(
        QRectF(kLabelMargin, 0, m_scale.labels() - 2 * kLabelMargin, m_scale.ruler()),
        Qt::AlignLeft | Qt::AlignVCenter, tr("Stream"));
    m_painter.drawText(
        QRectF(kLabelMargin, 0, m_scale.labels() - 2 * kLabelMargin, m_scale.ruler()),
        Qt::AlignRight | Qt::AlignVCenter, tr("busy"));
    const bool several = m_timeline.memory.size() > 1;
    for (std::size_t i = 0; i < m_timeline.streams.size(); ++i) {
        const TimelineStream& stream = m_timeline.streams[i];
        const double share = m_timeline.total ? 100.0 * static_cast<double>(stream.busy) /
                                                    static_cast<double>(m_timeline.total)
                                              : 0;
        paintLabel(m_scale.lanes[i], streamText(stream),
                   QStringLiteral("%1 %").arg(share, 0, 'f', 0),
                   several ? toQString(stream.device) : streamHint(stream));
    }
    for (std::size_t i = 0; i < m_timeline.memory.size(); ++i) {
        const TimelineMemory& memory = m_timeline.memory[i];
        paintLabel(m_scale.lanes[m_timeline.streams.size() + i], tr("Memory"), {},
                   several             ? toQString(memory.device)
                   : memory.limitBytes ? tr("of %1").arg(toQString(byteText(memory.limitBytes)))
                                       : QString());
    }
    m_painter.setPen(m_theme.lineStrong);
    m_painter.drawLine(QPointF(m_scale.labels() - 4, 0),
                       QPointF(m_scale.labels() - 4, m_scale.size.height()));
}

void TimelinePainter::paintLabel(const TimelineScale::Lane& lane, const QString& name,
                                 const QString& right, const QString& below) const {
    const QFont plain = m_painter.font();
    const double twoLines = std::max(kLeastTwoLines, 2.0 * (m_painter.fontMetrics().height() - 1));
    const bool two = lane.height >= twoLines && !below.isEmpty();
    const QRectF room(kLabelMargin, lane.top, m_scale.labels() - 2 * kLabelMargin,
                      two ? lane.height / 2 : lane.height);
    QFont bold = plain;
    bold.setBold(true);
    m_painter.setFont(bold);
    m_painter.setPen(m_theme.text);
    const int side =
        m_painter.fontMetrics().horizontalAdvance(right) + static_cast<int>(kLabelSpace);
    m_painter.drawText(room.adjusted(0, 0, -side, 0), Qt::AlignLeft | Qt::AlignVCenter,
                       m_painter.fontMetrics().elidedText(name, Qt::ElideRight,
                                                          static_cast<int>(room.width()) - side));
    m_painter.setFont(plain);
    m_painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, right);
    if (!two)
        return;
    m_painter.setPen(m_theme.second);
    m_painter.drawText(
        room.translated(0, room.height()), Qt::AlignLeft | Qt::AlignVCenter,
        m_painter.fontMetrics().elidedText(below, Qt::ElideRight, static_cast<int>(room.width())));
}

void TimelinePainter::paintTasks(const TasksByStream& tasks, int selected, int hovered) const {
    const QRectF area = m_scale.plot;
    for (std::size_t stream = 0; stream < tasks.size(); ++stream) {
        const TimelineScale::Lane& lane = m_scale.lanes[stream];
        m_painter.setPen(m_theme.lineWeak);
        m_painter.drawLine(QPointF(area.left(), lane.top + lane.height + kTimelineGap / 2),
                           QPointF(area.right(), lane.top + lane.height + kTimelineGap / 2));
        double painted = -1; // of several tasks in one pixel, one is painted
        for (const std::uint32_t task : tasks[stream]) {
            const QRectF rect = rectOf(task);
            if (rect.right() < area.left() || rect.left() > area.right())
                continue;
            if (rect.right() <= painted + 0.5 && static_cast<int>(task) != selected)
                continue;
            painted = rect.right();
            paintTask(m_timeline.tasks[task], rect);
        }
    }
    for (const int task : {hovered, selected})
        if (task >= 0) {
            m_painter.setPen(QPen(m_theme.text, task == selected ? 2 : 1));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(rectOf(static_cast<std::size_t>(task)).adjusted(-1, -1, 1, 1));
        }
}

void TimelinePainter::paintTask(const TimelineTask& task, const QRectF& rect) const {
    using Kind = TimelineTask::Kind;
    const bool copy = task.kind == Kind::copyIn || task.kind == Kind::copyOut;
    const ProviderStyle* style = m_style ? m_style(task.partition) : nullptr;
    QColor ink = m_theme.text;
    if (copy || !style) {
        m_painter.fillRect(rect, m_theme.second);
        ink = m_theme.base;
    } else if (m_timeline.streams[task.stream].kind == TimelineStream::Kind::vector) {
        m_painter.fillRect(rect, style->tint); // tinted, because tasks of the cube are filled
        if (rect.width() > 3) {
            m_painter.setPen(QPen(style->band, 1));
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            m_painter.fillRect(rect.adjusted(0, 0, -rect.width() / 2, 0), style->band);
        }
    } else {
        paintBand(m_painter, rect, *style);
        ink = style->onInk;
    }
    const QString text = copy ? toQString(task.name) : toQString(task.operators);
    if (rect.width() < 34 || rect.height() < 14)
        return;
    m_painter.setPen(ink);
    const QRectF room = rect.intersected(m_scale.plot).adjusted(4, 0, -4, 0);
    m_painter.drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter,
        m_painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width())));
}

/// Paints arrows from the end of each awaited task to the start of the task that waits for it.
void TimelinePainter::paintWaits(int selected) const {
    const QRectF area = m_scale.plot;
    const auto draw = [&](std::size_t from, std::size_t to, const QColor& colour, double width) {
        const QRectF a = rectOf(from), b = rectOf(to);
        const bool down = b.top() > a.top();
        const QPointF start(a.right(), down ? a.bottom() : a.top()),
            end(b.left(), down ? b.top() : b.bottom());
        m_painter.setPen(QPen(colour, width));
        m_painter.drawLine(start, end);
        const double tip = down ? -5 : 5;
        m_painter.setBrush(colour);
        m_painter.drawPolygon(QPolygonF({end, end + QPointF(-3, tip), end + QPointF(3, tip)}));
    };
    int inView = 0;
    for (const TimelineTask& task : m_timeline.tasks)
        if (!task.waitsFor.empty() && m_scale.xOf(task.start) >= area.left() &&
            m_scale.xOf(task.start) <= area.right())
            ++inView;
    for (std::size_t i = 0; i < m_timeline.tasks.size(); ++i)
        for (const std::uint32_t from : m_timeline.tasks[i].waitsFor) {
            const bool chosen =
                static_cast<int>(i) == selected || static_cast<int>(from) == selected;
            if (chosen)
                draw(from, i, m_theme.accent, 1.6);
            else if (inView < kArrowLimit)
                draw(from, i, m_theme.edge, 1);
        }
}

void TimelinePainter::paintMemories() const {
    for (std::size_t i = 0; i < m_timeline.memory.size(); ++i)
        paintMemory(m_timeline.memory[i], m_scale.lanes[m_timeline.streams.size() + i]);
}

void TimelinePainter::paintMemory(const TimelineMemory& memory,
                                  const TimelineScale::Lane& lane) const {
    const QRectF area = m_scale.plot;
    if (!memory.peakBytes)
        return;
    const auto y = [&](std::uint64_t bytes) {
        return lane.top + lane.height -
               (lane.height - 14) * static_cast<double>(bytes) /
                   static_cast<double>(memory.peakBytes);
    };
    QPainterPath outline(QPointF(m_scale.xOf(0), y(memory.weightsStay ? memory.weightBytes : 0)));
    SimulatedTime peakAt = 0;
    double last = outline.currentPosition().y();
    for (const auto& point : memory.points) {
        outline.lineTo(m_scale.xOf(point.time), last);
        last = y(point.bytes);
        outline.lineTo(m_scale.xOf(point.time), last);
        if (point.bytes == memory.peakBytes && !peakAt)
            peakAt = point.time;
    }
    outline.lineTo(m_scale.xOf(m_timeline.total), last);
    QPainterPath filled = outline;
    filled.lineTo(m_scale.xOf(m_timeline.total), lane.top + lane.height);
    filled.lineTo(m_scale.xOf(0), lane.top + lane.height);
    filled.closeSubpath();
    QColor fill = m_theme.second;
    fill.setAlphaF(0.22);
    m_painter.fillPath(filled, fill);
    m_painter.setPen(m_theme.second);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(outline);
    if (memory.weightsStay && memory.weightBytes) {
        m_painter.setPen(QPen(m_theme.second, 1, Qt::DashLine));
        m_painter.drawLine(QPointF(area.left(), y(memory.weightBytes)),
                           QPointF(area.right(), y(memory.weightBytes)));
    }
    m_painter.setPen(m_theme.text);
    const QString text =
        tr("peak %1").arg(toQString(byteText(memory.peakBytes))) +
        (memory.weightBytes
             ? QStringLiteral(" · ") + tr("weights %1").arg(toQString(byteText(memory.weightBytes)))
             : QString());
    const double width = m_painter.fontMetrics().horizontalAdvance(text) + 4;
    const double x = std::clamp(m_scale.xOf(peakAt), area.left() + 2,
                                std::max(area.left() + 2, area.right() - width));
    const double height = std::max(15, m_painter.fontMetrics().height());
    m_painter.drawText(QRectF(x, lane.top - 2, width, height), Qt::AlignLeft | Qt::AlignVCenter,
                       text);
}

} // namespace partita
