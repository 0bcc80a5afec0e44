// What the graph's colours tell: the provider, or where time goes.

#include <algorithm>

#include "core/tasks/measured_run.h"
#include "views/graph/graph_painter.h"

namespace partita {

namespace {

QColor between(const QColor& from, const QColor& to, double share) {
    return QColor::fromRgbF(from.redF() + (to.redF() - from.redF()) * share,
                            from.greenF() + (to.greenF() - from.greenF()) * share,
                            from.blueF() + (to.blueF() - from.blueF()) * share);
}

/// Adds up by box what tasks or kernels give, as shares of the most.
class HeatOf {
public:
    explicit HeatOf(const GraphScene& scene) : m_scene(scene), m_sums(scene.boxes.size(), 0) {}
    void add(NodeId node, double amount) {
        if (const auto at = m_scene.boxOf(node)) // of a group: the sum of its nodes
            m_sums[*at] += amount;
    }
    void leave(NodeColouring& colouring, double unit) const {
        const double most = m_sums.empty() ? 0 : *std::ranges::max_element(m_sums);
        colouring.most = most / unit;
        for (const double sum : m_sums)
            colouring.heat.push_back(static_cast<float>(most > 0 ? sum / most : 0));
    }

private:
    const GraphScene& m_scene;
    std::vector<double> m_sums;
};

NodeColouring byTime(const GraphScene& scene, const RunResult& result) {
    NodeColouring colouring;
    colouring.by = NodeColouring::By::time;
    HeatOf heat(scene);
    for (const NodeTiming& timing : result.best.timings)
        heat.add(timing.node, static_cast<double>(timing.duration.count()));
    heat.leave(colouring, 1e6);
    return colouring;
}

NodeColouring byCycles(const GraphScene& scene, const Timeline& timeline) {
    NodeColouring colouring;
    colouring.by = NodeColouring::By::cycles;
    HeatOf heat(scene);
    for (const TimelineTask& task : timeline.tasks)
        heat.add(task.node, static_cast<double>(task.cycles));
    heat.leave(colouring, 1);
    return colouring;
}

NodeColouring::Kind kindOf(const TimelineTask& task) {
    using Bound = TimelineTask::Bound;
    return task.kind == TimelineTask::Kind::host ? NodeColouring::host
           : task.bound == Bound::compute        ? NodeColouring::compute
           : task.bound == Bound::memory         ? NodeColouring::memory
                                                 : NodeColouring::launch;
}

/// Of a box with several tasks the longest counts.
NodeColouring byBound(const GraphScene& scene, const Timeline& timeline) {
    NodeColouring colouring;
    colouring.by = NodeColouring::By::bound;
    colouring.kinds.assign(scene.boxes.size(), NodeColouring::nothing);
    std::vector<SimulatedTime> longest(scene.boxes.size(), 0);
    for (const TimelineTask& task : timeline.tasks) {
        if (!task.node)
            continue;
        const auto mark = [&](NodeId node) {
            const auto at = scene.boxOf(node);
            if (!at || (colouring.kinds[*at] && task.duration < longest[*at]))
                return;
            longest[*at] = task.duration;
            colouring.kinds[*at] = kindOf(task);
        };
        mark(task.node);
        for (const NodeId fused : task.fused)
            mark(fused);
    }
    return colouring;
}

} // namespace

NodeColouring NodeColouring::of(const RunResult& result, const GraphScene& scene, By by) {
    if (by == By::time)
        return byTime(scene, result);
    if (by == By::cycles && result.timeline)
        return byCycles(scene, *result.timeline);
    if (by == By::bound && result.timeline)
        return byBound(scene, *result.timeline);
    return {};
}

QColor NodeColouring::heatColour(const Theme& theme, double share) {
    return between(theme.base, theme.isDark ? QColor(0xC2, 0x4A, 0x3A) : QColor(0xF2, 0x7A, 0x5E),
                   share);
}

QColor NodeColouring::kindColour(const Theme& theme, Kind kind) {
    switch (kind) {
    case compute: return theme.isDark ? QColor(0x2F, 0x5D, 0x9B) : QColor(0x9C, 0xBF, 0xEA);
    case memory: return theme.isDark ? QColor(0x8A, 0x5A, 0x10) : QColor(0xF5, 0xC9, 0x7A);
    case launch: return theme.isDark ? QColor(0x6B, 0x4A, 0x86) : QColor(0xD6, 0xC2, 0xEA);
    case host: return theme.lineStrong;
    case nothing: break;
    }
    return theme.base;
}

QColor NodeColouring::colour(const Theme& theme, std::size_t box) const {
    if (by == By::bound)
        return kindColour(theme, box < kinds.size() ? static_cast<Kind>(kinds[box]) : nothing);
    return heatColour(theme, box < heat.size() ? static_cast<double>(heat[box]) : 0);
}

} // namespace partita
