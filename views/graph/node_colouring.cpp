// Colours the nodes by the result of a run: by time, by cycles, or by the limiting resource.

#include "core/tasks/runs/measured_run.h"
#include "views/graph/graph_painter.h"

namespace partita {

namespace {

/// Sums the amounts of tasks or kernels by box.
class HeatOf {
public:
    explicit HeatOf(const GraphScene& scene) : m_scene(scene), m_sums(scene.boxes.size(), 0) {}
    void add(NodeId node, double amount) {
        if (const auto at = m_scene.boxOf(node)) // a group gets the sum of its nodes
            m_sums[*at] += amount;
    }
    [[nodiscard]] NodeColouring colouring(NodeColouring::By by, double unit) const {
        return NodeColouring::byAmount(by, m_sums, unit);
    }

private:
    const GraphScene& m_scene;
    std::vector<double> m_sums;
};

/// The medians over all runs, which the table of the kernels shows, too: a single run has outliers.
NodeColouring byTime(const GraphScene& scene, const RunResult& result) {
    HeatOf heat(scene);
    for (const KernelStatistics& kernel : result.statistics.kernels)
        heat.add(kernel.node, static_cast<double>(kernel.time.median.count()));
    return heat.colouring(NodeColouring::By::time, 1e6);
}

NodeColouring byCycles(const GraphScene& scene, const Timeline& timeline) {
    HeatOf heat(scene);
    for (const TimelineTask& task : timeline.tasks)
        heat.add(task.node, static_cast<double>(task.cycles));
    return heat.colouring(NodeColouring::By::cycles, 1);
}

NodeColouring::Kind kindOf(const TimelineTask& task) {
    using Bound = TimelineTask::Bound;
    return task.kind == TimelineTask::Kind::host ? NodeColouring::host
           : task.bound == Bound::compute        ? NodeColouring::compute
           : task.bound == Bound::memory         ? NodeColouring::memory
                                                 : NodeColouring::launch;
}

/// A box with several tasks gets the kind of its longest task.
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

NodeColouring colouringOf(const RunResult& result, const GraphScene& scene, NodeColouring::By by) {
    using By = NodeColouring::By;
    if (by == By::time)
        return byTime(scene, result);
    if (by == By::cycles && result.timeline)
        return byCycles(scene, *result.timeline);
    if (by == By::bound && result.timeline)
        return byBound(scene, *result.timeline);
    return {};
}

} // namespace partita
