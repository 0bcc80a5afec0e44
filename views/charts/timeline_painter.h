#pragma once

#include <QCoreApplication>
#include <QRectF>
#include <functional>
#include <vector>

#include "core/provider/timeline.h"
#include "views/theme/theme.h"

class QPainter;

namespace partita {

/// The least width of the names and the least height of the ruler; a larger font needs more.
constexpr double kTimelineLabels = 132, kTimelineRuler = 22;
constexpr double kTimelineGap = 5;

/// Maps simulated time (picoseconds) to pixels, and places the lanes.
struct TimelineScale {
    struct Lane {
        double top = 0, height = 0;
    };
    QSizeF size; ///< with labels and ruler
    QRectF plot; ///< without labels and ruler
    double from = 0, span = 1;
    std::vector<Lane> lanes; ///< streams, then memories

    [[nodiscard]] double xOf(SimulatedTime time) const {
        return plot.left() + (static_cast<double>(time) - from) / span * plot.width();
    }
    [[nodiscard]] double timeAt(double x) const {
        return from + (x - plot.left()) / plot.width() * span;
    }
    [[nodiscard]] QRectF rectOf(const TimelineTask& task) const;
    [[nodiscard]] double labels() const { return plot.left(); } ///< the width of the names
    [[nodiscard]] double ruler() const { return plot.top(); }   ///< its height
};

/// Paints a timeline: ruler, lanes with their tasks, arrows for waits, memory.
class TimelinePainter {
    Q_DECLARE_TR_FUNCTIONS(partita::TimelinePainter)
public:
    /// The style of a partition's tasks; null: the neutral style.
    using StyleOf = std::function<const ProviderStyle*(std::uint32_t partition)>;
    /// The tasks of each stream in order of time.
    using TasksByStream = std::vector<std::vector<std::uint32_t>>;

    TimelinePainter(QPainter& painter, const Timeline& timeline, const TimelineScale& scale,
                    const Theme& theme, const StyleOf& style);
    /// What the names of the lanes and how busy they were take side by side.
    [[nodiscard]] static double labelsWidth(const Timeline& timeline, const QFont& font);
    /// `selected`, `hovered`: indices of tasks; -1: none.
    void paint(const TasksByStream& tasks, int selected, int hovered) const;

private:
    [[nodiscard]] QRectF rectOf(std::size_t task) const;
    void paintRuler() const;
    void paintLabels() const;
    void paintLabel(const TimelineScale::Lane& lane, const QString& name, const QString& right,
                    const QString& below) const;
    void paintTasks(const TasksByStream& tasks, int selected, int hovered) const;
    void paintTask(const TimelineTask& task, const QRectF& rect) const;
    void paintWaits(int selected) const;
    void paintMemories() const;
    void paintMemory(const TimelineMemory& memory, const TimelineScale::Lane& lane) const;

    QPainter& m_painter;
    const Timeline& m_timeline;
    const TimelineScale& m_scale;
    const Theme& m_theme;
    const StyleOf& m_style;
};

} // namespace partita
