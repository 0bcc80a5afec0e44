#include "views/charts/timeline_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "core/provider/partitioning.h"
#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr double kLabels = 132, kRuler = 22, kGap = 5;
constexpr int kArrowLimit = 100; ///< more than these in view would be a grey field

double microseconds(SimulatedTime time) { return static_cast<double>(time) / 1e6; }

/// 1, 2 or 5 times a power of ten, at least `least`.
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

TimelineView::TimelineView(const Theme& theme) : m_theme(&theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 120);
    m_scroll = new QScrollBar(Qt::Horizontal, this);
    connect(m_scroll, &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_timeline)
            return;
        m_from = value / 10000.0 * static_cast<double>(m_timeline->total);
        update();
    });
    setTimeline({}, {});
}

void TimelineView::setTheme(const Theme& theme) {
    m_theme = &theme;
    update();
}

void TimelineView::setTimeline(std::optional<Timeline> timeline, StyleOf style) {
    m_timeline = std::move(timeline);
    m_style = std::move(style);
    m_selected = m_hovered = -1;
    m_byStream.clear();
    if (m_timeline) {
        m_byStream.resize(m_timeline->streams.size());
        for (std::uint32_t i = 0; i < m_timeline->tasks.size(); ++i)
            m_byStream[m_timeline->tasks[i].stream].push_back(i);
        for (auto& list : m_byStream)
            std::ranges::stable_sort(
                list, {}, [this](std::uint32_t task) { return m_timeline->tasks[task].start; });
    }
    setAccessibleName(m_timeline ? tr("Timeline of %n task(s)", nullptr,
                                      static_cast<int>(m_timeline->tasks.size()))
                                 : tr("Timeline, empty"));
    layOut();
    fit();
}

void TimelineView::layOut() {
    m_lanes.clear();
    if (!m_timeline)
        return;
    const std::size_t streams = m_timeline->streams.size(), memories = m_timeline->memory.size();
    const double room = height() - kRuler - m_scroll->sizeHint().height() - kGap;
    const double units = static_cast<double>(streams) + 1.4 * static_cast<double>(memories);
    const double each = std::clamp(room / units - kGap, 18.0, 46.0);
    double top = kRuler + kGap;
    for (std::size_t i = 0; i < streams + memories; ++i) {
        const double height = i < streams ? each : 1.4 * each;
        m_lanes.push_back({top, height});
        top += height + kGap;
    }
    setMinimumHeight(static_cast<int>(kRuler + units * (18 + kGap) + 24));
}

QRectF TimelineView::plot() const {
    return {kLabels, kRuler, std::max(1.0, width() - kLabels - 8),
            std::max(1.0, height() - kRuler - m_scroll->height())};
}

double TimelineView::xOf(SimulatedTime time) const {
    const QRectF area = plot();
    return area.left() + (static_cast<double>(time) - m_from) / m_span * area.width();
}

double TimelineView::timeAt(double x) const {
    const QRectF area = plot();
    return m_from + (x - area.left()) / area.width() * m_span;
}

void TimelineView::fit() {
    m_from = 0;
    m_span = m_timeline ? std::max(1.0, static_cast<double>(m_timeline->total)) : 1;
    updateScrollBar();
    update();
}

void TimelineView::zoomBy(double factor, double aboutX) {
    if (!m_timeline)
        return;
    const double total = std::max(1.0, static_cast<double>(m_timeline->total));
    const double at = timeAt(aboutX);
    const double span = std::clamp(m_span / factor, std::min(total, 1000.0), total);
    m_from = std::clamp(at - (at - m_from) * span / m_span, 0.0, total - span);
    m_span = span;
    updateScrollBar();
    update();
}

void TimelineView::updateScrollBar() {
    const QSignalBlocker blocker(m_scroll);
    const double total = m_timeline ? std::max(1.0, static_cast<double>(m_timeline->total)) : 1;
    const int page = static_cast<int>(10000 * m_span / total);
    m_scroll->setRange(0, 10000 - page);
    m_scroll->setPageStep(std::max(1, page));
    m_scroll->setSingleStep(std::max(1, page / 10));
    m_scroll->setValue(static_cast<int>(10000 * m_from / total));
    m_scroll->setVisible(m_timeline && page < 10000);
}

int TimelineView::taskOf(NodeId node) const {
    if (m_timeline && node)
        for (std::size_t i = 0; i < m_timeline->tasks.size(); ++i) {
            const TimelineTask& task = m_timeline->tasks[i];
            if (task.node == node || std::ranges::find(task.fused, node) != task.fused.end())
                return static_cast<int>(i);
        }
    return -1;
}

QRectF TimelineView::rectOf(int task) const {
    const TimelineTask& each = m_timeline->tasks[static_cast<std::size_t>(task)];
    const Lane& lane = m_lanes[each.stream];
    const double left = xOf(each.start);
    return {left, lane.top, std::max(1.0, xOf(each.end()) - left), lane.height};
}

void TimelineView::select(int task, bool reveal) {
    m_selected = task;
    if (task >= 0 && reveal && m_timeline) {
        const TimelineTask& each = m_timeline->tasks[static_cast<std::size_t>(task)];
        const auto start = static_cast<double>(each.start), end = static_cast<double>(each.end());
        if (start < m_from || end > m_from + m_span) {
            const double total = std::max(m_span, static_cast<double>(m_timeline->total));
            m_from = std::clamp((start + end) / 2 - m_span / 2, 0.0, total - m_span);
            updateScrollBar();
        }
    }
    update();
}

int TimelineView::taskAt(const QPointF& at) const {
    if (!m_timeline || at.x() < kLabels)
        return -1;
    for (std::size_t stream = 0; stream < m_byStream.size(); ++stream) {
        const Lane& lane = m_lanes[stream];
        if (at.y() < lane.top || at.y() > lane.top + lane.height)
            continue;
        // The nearest within three pixels: most are narrower than a pointer can hit.
        int best = -1;
        double nearest = 3;
        for (const std::uint32_t task : m_byStream[stream]) {
            const QRectF rect = rectOf(static_cast<int>(task));
            const double away = at.x() < rect.left()    ? rect.left() - at.x()
                                : at.x() > rect.right() ? at.x() - rect.right()
                                                        : 0;
            if (away < nearest || (best < 0 && away <= nearest)) {
                nearest = away;
                best = static_cast<int>(task);
            }
        }
        return best;
    }
    return -1;
}

void TimelineView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), m_theme->base);
    if (!m_timeline) {
        painter.setPen(m_theme->disabled);
        painter.drawText(rect().adjusted(16, 0, -16, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("What the simulated device does and when appears here after a run with "
                            "nodes on the NPU"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintRuler(painter);
    painter.save();
    painter.setClipRect(plot().adjusted(-1, -kRuler, 1, 0));
    paintMemory(painter);
    paintTasks(painter);
    paintWaits(painter);
    painter.restore();
    paintLabels(painter);
}

void TimelineView::paintRuler(QPainter& painter) const {
    const QRectF area = plot();
    painter.fillRect(QRectF(0, 0, width(), kRuler), m_theme->tableHead);
    const double usPerPixel = m_span / 1e6 / area.width();
    const double step = niceStep(usPerPixel * 90);
    for (double us = std::ceil(m_from / 1e6 / step) * step; us <= (m_from + m_span) / 1e6;
         us += step) {
        const double x = xOf(static_cast<SimulatedTime>(std::llround(us * 1e6)));
        painter.setPen(m_theme->lineWeak);
        painter.drawLine(QPointF(x, kRuler), QPointF(x, area.bottom()));
        painter.setPen(m_theme->second);
        painter.drawLine(QPointF(x, kRuler - 5), QPointF(x, kRuler));
        painter.drawText(QRectF(x + 3, 0, 88, kRuler), Qt::AlignLeft | Qt::AlignVCenter,
                         timeText(us, step));
    }
    painter.setPen(m_theme->lineStrong);
    painter.drawLine(QPointF(0, kRuler), QPointF(width(), kRuler));
}

void TimelineView::paintLabels(QPainter& painter) const {
    painter.fillRect(QRectF(0, kRuler + 1, kLabels - 4, height()), m_theme->window);
    painter.setPen(m_theme->second);
    painter.drawText(QRectF(8, 0, kLabels - 16, kRuler), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("Stream"));
    painter.drawText(QRectF(8, 0, kLabels - 16, kRuler), Qt::AlignRight | Qt::AlignVCenter,
                     tr("busy"));
    const bool several = m_timeline->memory.size() > 1;
    const auto label = [&](const Lane& lane, const QString& name, const QString& right,
                           const QString& below) {
        const bool two = lane.height >= 32 && !below.isEmpty();
        const QRectF room(8, lane.top, kLabels - 16, two ? lane.height / 2 : lane.height);
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(m_theme->text);
        const int side = painter.fontMetrics().horizontalAdvance(right) + 6;
        painter.drawText(room.adjusted(0, 0, -side, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(name, Qt::ElideRight,
                                                          static_cast<int>(room.width()) - side));
        painter.setFont(font());
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, right);
        if (!two)
            return;
        painter.setPen(m_theme->second);
        painter.drawText(room.translated(0, room.height()), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(below, Qt::ElideRight,
                                                          static_cast<int>(room.width())));
    };
    for (std::size_t i = 0; i < m_timeline->streams.size(); ++i) {
        const TimelineStream& stream = m_timeline->streams[i];
        const double share = m_timeline->total ? 100.0 * static_cast<double>(stream.busy) /
                                                     static_cast<double>(m_timeline->total)
                                               : 0;
        label(m_lanes[i], streamText(stream.name), QStringLiteral("%1 %").arg(share, 0, 'f', 0),
              several ? toQString(stream.device) : streamHint(stream.name));
    }
    for (std::size_t i = 0; i < m_timeline->memory.size(); ++i) {
        const TimelineMemory& memory = m_timeline->memory[i];
        label(m_lanes[m_timeline->streams.size() + i], tr("Memory"), {},
              several             ? toQString(memory.device)
              : memory.limitBytes ? tr("of %1").arg(toQString(byteText(memory.limitBytes)))
                                  : QString());
    }
    painter.setPen(m_theme->lineStrong);
    painter.drawLine(QPointF(kLabels - 4, 0), QPointF(kLabels - 4, height()));
}

void TimelineView::paintTasks(QPainter& painter) const {
    const QRectF area = plot();
    for (std::size_t stream = 0; stream < m_byStream.size(); ++stream) {
        const Lane& lane = m_lanes[stream];
        painter.setPen(m_theme->lineWeak);
        painter.drawLine(QPointF(area.left(), lane.top + lane.height + kGap / 2),
                         QPointF(area.right(), lane.top + lane.height + kGap / 2));
        double painted = -1; // of tasks that share a pixel one is enough
        for (const std::uint32_t task : m_byStream[stream]) {
            const QRectF rect = rectOf(static_cast<int>(task));
            if (rect.right() < area.left() || rect.left() > area.right())
                continue;
            if (rect.right() <= painted + 0.5 && static_cast<int>(task) != m_selected)
                continue;
            painted = rect.right();
            paintTask(painter, m_timeline->tasks[task], rect);
        }
    }
    for (const int task : {m_hovered, m_selected})
        if (task >= 0) {
            painter.setPen(QPen(m_theme->text, task == m_selected ? 2 : 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rectOf(task).adjusted(-1, -1, 1, 1));
        }
}

void TimelineView::paintTask(QPainter& painter, const TimelineTask& task,
                             const QRectF& rect) const {
    using Kind = TimelineTask::Kind;
    const bool copy = task.kind == Kind::copyIn || task.kind == Kind::copyOut;
    const ProviderStyle* style = m_style ? m_style(task.partition) : nullptr;
    QColor ink = m_theme->text;
    if (copy || !style) {
        painter.fillRect(rect, m_theme->second);
        ink = m_theme->base;
    } else if (m_timeline->streams[task.stream].name.starts_with("vector")) {
        painter.fillRect(rect, style->tint); // the cube's are full, so the two are told apart
        if (rect.width() > 3) {
            painter.setPen(QPen(style->band, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            painter.fillRect(rect.adjusted(0, 0, -rect.width() / 2, 0), style->band);
        }
    } else {
        paintBand(painter, rect, *style);
        ink = style->onInk;
    }
    const QString text = copy ? toQString(task.name) : toQString(task.operators);
    if (rect.width() < 34 || rect.height() < 14)
        return;
    painter.setPen(ink);
    const QRectF room = rect.intersected(plot()).adjusted(4, 0, -4, 0);
    painter.drawText(
        room, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width())));
}

/// From the end of what is waited for to the start of what waits.
void TimelineView::paintWaits(QPainter& painter) const {
    const QRectF area = plot();
    const auto draw = [&](std::size_t from, std::size_t to, const QColor& colour, double width) {
        const QRectF a = rectOf(static_cast<int>(from)), b = rectOf(static_cast<int>(to));
        const bool down = b.top() > a.top();
        const QPointF start(a.right(), down ? a.bottom() : a.top()),
            end(b.left(), down ? b.top() : b.bottom());
        painter.setPen(QPen(colour, width));
        painter.drawLine(start, end);
        const double tip = down ? -5 : 5;
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF({end, end + QPointF(-3, tip), end + QPointF(3, tip)}));
    };
    int inView = 0;
    for (const TimelineTask& task : m_timeline->tasks)
        if (!task.waitsFor.empty() && xOf(task.start) >= area.left() &&
            xOf(task.start) <= area.right())
            ++inView;
    for (std::size_t i = 0; i < m_timeline->tasks.size(); ++i)
        for (const std::uint32_t from : m_timeline->tasks[i].waitsFor) {
            const bool chosen =
                static_cast<int>(i) == m_selected || static_cast<int>(from) == m_selected;
            if (chosen)
                draw(from, i, m_theme->accent, 1.6);
            else if (inView < kArrowLimit)
                draw(from, i, m_theme->edge, 1);
        }
}

void TimelineView::paintMemory(QPainter& painter) const {
    const QRectF area = plot();
    for (std::size_t i = 0; i < m_timeline->memory.size(); ++i) {
        const TimelineMemory& memory = m_timeline->memory[i];
        const Lane& lane = m_lanes[m_timeline->streams.size() + i];
        if (!memory.peakBytes)
            continue;
        const auto y = [&](std::uint64_t bytes) {
            return lane.top + lane.height -
                   (lane.height - 14) * static_cast<double>(bytes) /
                       static_cast<double>(memory.peakBytes);
        };
        QPainterPath outline(QPointF(xOf(0), y(memory.weightsStay ? memory.weightBytes : 0)));
        SimulatedTime peakAt = 0;
        double last = outline.currentPosition().y();
        for (const auto& point : memory.points) {
            outline.lineTo(xOf(point.time), last);
            last = y(point.bytes);
            outline.lineTo(xOf(point.time), last);
            if (point.bytes == memory.peakBytes && !peakAt)
                peakAt = point.time;
        }
        outline.lineTo(xOf(m_timeline->total), last);
        QPainterPath filled = outline;
        filled.lineTo(xOf(m_timeline->total), lane.top + lane.height);
        filled.lineTo(xOf(0), lane.top + lane.height);
        filled.closeSubpath();
        QColor fill = m_theme->second;
        fill.setAlphaF(0.22);
        painter.fillPath(filled, fill);
        painter.setPen(m_theme->second);
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(outline);
        if (memory.weightsStay && memory.weightBytes) {
            painter.setPen(QPen(m_theme->second, 1, Qt::DashLine));
            painter.drawLine(QPointF(area.left(), y(memory.weightBytes)),
                             QPointF(area.right(), y(memory.weightBytes)));
        }
        painter.setPen(m_theme->text);
        const QString text =
            tr("peak %1").arg(toQString(byteText(memory.peakBytes))) +
            (memory.weightBytes ? QStringLiteral(" · ") +
                                      tr("weights %1").arg(toQString(byteText(memory.weightBytes)))
                                : QString());
        const double width = painter.fontMetrics().horizontalAdvance(text) + 4;
        const double x = std::clamp(xOf(peakAt), area.left() + 2,
                                    std::max(area.left() + 2, area.right() - width));
        painter.drawText(QRectF(x, lane.top - 2, width, 15), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
    }
}

QString TimelineView::toolTipOf(const TimelineTask& task) const {
    return QStringLiteral("%1\n%2\n%3")
        .arg(toQString(task.name), toQString(task.operators),
             tr("%1 µs from %2 µs on")
                 .arg(microseconds(task.duration), 0, 'f', 2)
                 .arg(microseconds(task.start), 0, 'f', 2));
}

bool TimelineView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int task = taskAt(help->pos()); task >= 0)
            QToolTip::showText(help->globalPos(),
                               toolTipOf(m_timeline->tasks[static_cast<std::size_t>(task)]), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void TimelineView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int height_ = m_scroll->sizeHint().height();
    m_scroll->setGeometry(static_cast<int>(kLabels), height() - height_,
                          width() - static_cast<int>(kLabels), height_);
    layOut();
    updateScrollBar();
}

void TimelineView::wheelEvent(QWheelEvent* event) {
    if (event->modifiers() & Qt::ShiftModifier) {
        m_scroll->setValue(m_scroll->value() -
                           event->angleDelta().y() * m_scroll->pageStep() / 600);
        return;
    }
    zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position().x());
    event->accept();
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->pos();
    m_pressedFrom = m_from;
    m_dragging = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton && m_timeline) {
        if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < 4)
            return;
        m_dragging = true;
        const double total = std::max(m_span, static_cast<double>(m_timeline->total));
        m_from = std::clamp(m_pressedFrom - (event->x() - m_pressed.x()) / plot().width() * m_span,
                            0.0, total - m_span);
        updateScrollBar();
        update();
        return;
    }
    if (const int now = taskAt(event->pos()); now != m_hovered) {
        m_hovered = now;
        update();
    }
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_dragging || !m_timeline)
        return;
    select(taskAt(event->pos()), false);
    Q_EMIT taskSelected(m_selected);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent*) { fit(); }

void TimelineView::keyPressEvent(QKeyEvent* event) {
    const double middle = plot().center().x();
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1.4, middle); return;
    case Qt::Key_Minus: zoomBy(1 / 1.4, middle); return;
    case Qt::Key_Home: fit(); return;
    case Qt::Key_Left:
    case Qt::Key_Right: {
        if (!m_timeline || m_timeline->tasks.empty())
            return;
        const int step = event->key() == Qt::Key_Left ? -1 : 1;
        int next = 0;
        if (m_selected >= 0) { // the next on its stream
            const auto& tasks =
                m_byStream[m_timeline->tasks[static_cast<std::size_t>(m_selected)].stream];
            const auto at = std::ranges::find(tasks, static_cast<std::uint32_t>(m_selected));
            const auto place = std::clamp<std::ptrdiff_t>(
                at - tasks.begin() + step, 0, static_cast<std::ptrdiff_t>(tasks.size()) - 1);
            next = static_cast<int>(tasks[static_cast<std::size_t>(place)]);
        }
        select(next, true);
        Q_EMIT taskSelected(next);
        return;
    }
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace partita
