#include "views/charts/timeline_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/text/qt_text.h"
#include "views/text/texts.h"

namespace partita {

namespace {

constexpr double kLeastLane = 18; ///< the height of a lane; a larger font needs more

double microseconds(SimulatedTime time) { return static_cast<double>(time) / 1e6; }

} // namespace

TimelineView::TimelineView(const Theme& theme) : m_theme(&theme) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumSize(320, 120);
    m_scroll = new QScrollBar(Qt::Horizontal, this);
    connect(m_scroll, &QScrollBar::valueChanged, this, [this](int value) {
        if (!m_timeline)
            return;
        m_scale.from = value / 10000.0 * static_cast<double>(m_timeline->total);
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
    m_scale.size = size();
    const double labels =
        m_timeline ? TimelinePainter::labelsWidth(*m_timeline, font()) : kTimelineLabels;
    const double ruler = std::max(kTimelineRuler, fontMetrics().height() + 1.0);
    const double leastLane = std::max(kLeastLane, fontMetrics().height() - 2.0);
    const int low = m_scroll->sizeHint().height();
    m_scroll->setGeometry(static_cast<int>(labels), height() - low,
                          width() - static_cast<int>(labels), low);
    m_scale.plot = {labels, ruler, std::max(1.0, width() - labels - 8),
                    std::max(1.0, height() - ruler - low)};
    m_scale.lanes.clear();
    if (!m_timeline) {
        setMinimumHeight(0); // an earlier timeline may have needed more
        return;
    }
    const std::size_t streams = m_timeline->streams.size(), memories = m_timeline->memory.size();
    const double room = height() - ruler - low - kTimelineGap;
    const double units = static_cast<double>(streams) + 1.4 * static_cast<double>(memories);
    const double each =
        std::clamp(room / units - kTimelineGap, leastLane, std::max(46.0, 2 * leastLane));
    double top = ruler + kTimelineGap;
    for (std::size_t i = 0; i < streams + memories; ++i) {
        const double height = i < streams ? each : 1.4 * each;
        m_scale.lanes.push_back({top, height});
        top += height + kTimelineGap;
    }
    setMinimumHeight(static_cast<int>(ruler + units * (leastLane + kTimelineGap) + 24));
}

void TimelineView::fit() {
    m_scale.from = 0;
    m_scale.span = m_timeline ? std::max(1.0, static_cast<double>(m_timeline->total)) : 1;
    updateScrollBar();
    update();
}

void TimelineView::zoomBy(double factor, double aboutX) {
    if (!m_timeline)
        return;
    const double total = std::max(1.0, static_cast<double>(m_timeline->total));
    const double at = m_scale.timeAt(aboutX);
    const double span = std::clamp(m_scale.span / factor, std::min(total, 1000.0), total);
    m_scale.from = std::clamp(at - (at - m_scale.from) * span / m_scale.span, 0.0, total - span);
    m_scale.span = span;
    updateScrollBar();
    update();
}

void TimelineView::updateScrollBar() {
    const QSignalBlocker blocker(m_scroll);
    const double total = m_timeline ? std::max(1.0, static_cast<double>(m_timeline->total)) : 1;
    const int page = static_cast<int>(10000 * m_scale.span / total);
    m_scroll->setRange(0, 10000 - page);
    m_scroll->setPageStep(std::max(1, page));
    m_scroll->setSingleStep(std::max(1, page / 10));
    m_scroll->setValue(static_cast<int>(10000 * m_scale.from / total));
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
    return m_scale.rectOf(m_timeline->tasks[static_cast<std::size_t>(task)]);
}

void TimelineView::select(int task, bool reveal) {
    m_selected = task;
    if (task >= 0 && reveal && m_timeline) {
        const TimelineTask& each = m_timeline->tasks[static_cast<std::size_t>(task)];
        const auto start = static_cast<double>(each.start), end = static_cast<double>(each.end());
        if (start < m_scale.from || end > m_scale.from + m_scale.span) {
            const double total = std::max(m_scale.span, static_cast<double>(m_timeline->total));
            m_scale.from =
                std::clamp((start + end) / 2 - m_scale.span / 2, 0.0, total - m_scale.span);
            updateScrollBar();
        }
    }
    update();
}

int TimelineView::taskAt(const QPointF& at) const {
    if (!m_timeline || at.x() < m_scale.labels())
        return -1;
    for (std::size_t stream = 0; stream < m_byStream.size(); ++stream) {
        const TimelineScale::Lane& lane = m_scale.lanes[stream];
        if (at.y() < lane.top || at.y() > lane.top + lane.height)
            continue;
        // Takes the nearest task within three pixels, because most tasks are too narrow to hit.
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
    TimelinePainter(painter, *m_timeline, m_scale, *m_theme, m_style)
        .paint(m_byStream, m_selected, m_hovered);
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
    layOut();
    updateScrollBar();
}

void TimelineView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        layOut();
    QWidget::changeEvent(event);
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
    m_pressedFrom = m_scale.from;
    m_pressedHere = true;
    m_dragging = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton && m_timeline) {
        if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < 4)
            return;
        m_dragging = true;
        const double total = std::max(m_scale.span, static_cast<double>(m_timeline->total));
        m_scale.from = std::clamp(m_pressedFrom - (event->x() - m_pressed.x()) /
                                                      m_scale.plot.width() * m_scale.span,
                                  0.0, total - m_scale.span);
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
    const bool click = m_pressedHere && !m_dragging; // a double click ends with a release, too
    m_pressedHere = false;
    if (!click || !m_timeline)
        return;
    select(taskAt(event->pos()), false);
    Q_EMIT taskSelected(m_selected);
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent*) { fit(); }

void TimelineView::leaveEvent(QEvent* event) {
    m_hovered = -1;
    update();
    QWidget::leaveEvent(event);
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    const double middle = m_scale.plot.center().x();
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
        if (m_selected >= 0) { // the next task of the same stream
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
