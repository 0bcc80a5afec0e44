// What the graph's colours tell: the provider, or where time goes.

#include <QAction>
#include <QDockWidget>
#include <algorithm>

#include "app/window/main_window.h"

namespace partita {

namespace {

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

/// One of the three at a time; all off: by provider.
void MainWindow::chooseColouring(const char* chosen) {
    for (const char* id : {"colourTime", "colourCycles", "colourBound"})
        if (std::string_view(id) != chosen)
            action(id)->setChecked(false);
    if (action(chosen)->isChecked() && m_document.hasDocument() && !m_document.runs().result())
        runModel(); // colours follow when it is done
    applyColouring();
}

void MainWindow::applyColouring() {
    const auto result = m_document.runs().result();
    NodeColouring colouring;
    if (m_document.hasDocument() && result) {
        const GraphScene& scene = m_document.scene();
        if (action("colourTime")->isChecked())
            colouring = byTime(scene, *result);
        else if (result->timeline && action("colourCycles")->isChecked())
            colouring = byCycles(scene, *result->timeline);
        else if (result->timeline && action("colourBound")->isChecked())
            colouring = byBound(scene, *result->timeline);
    }
    m_graph->setColouring(std::move(colouring));
}

void MainWindow::toggleTimeColours() { chooseColouring("colourTime"); }
void MainWindow::toggleCycleColours() { chooseColouring("colourCycles"); }
void MainWindow::toggleBoundColours() { chooseColouring("colourBound"); }

void MainWindow::showTimeline() {
    dock("timeline")->show();
    dock("timeline")->raise();
    resizeDocks({dock("timeline")}, {height() * 45 / 100}, Qt::Vertical);
    if (m_document.hasDocument() && !m_document.runs().result()) {
        runModel();
        dock("timeline")->raise();
    }
}

} // namespace partita
