#include <algorithm>
#include <cmath>
#include <limits>

#include "core/layout/level_graph.h"

namespace partita {

namespace {

/// Moves the whole picture so that most boxes stay where they were.
void keepStill(Layout& layout, const std::vector<PointF>& previous) {
    if (previous.size() != layout.centers.size())
        return;
    std::vector<double> dx, dy;
    for (std::size_t i = 0; i < previous.size(); ++i)
        if (!std::isnan(previous[i].x)) {
            dx.push_back(previous[i].x - layout.centers[i].x);
            dy.push_back(previous[i].y - layout.centers[i].y);
        }
    if (dx.empty())
        return;
    const auto median = [](std::vector<double>& values) {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), middle, values.end());
        return *middle;
    };
    const double moveX = median(dx), moveY = median(dy);
    for (PointF& center : layout.centers)
        center = {center.x + moveX, center.y + moveY};
    for (PointF& point : layout.points)
        point = {point.x + moveX, point.y + moveY};
}

void measure(const LayoutInput& input, Layout& layout) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double left = kInfinity, right = -kInfinity, top = kInfinity, bottom = -kInfinity;
    const auto include = [&](double x, double y) {
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    };
    for (std::size_t i = 0; i < input.boxes.size(); ++i) {
        const PointF& at = layout.centers[i];
        include(at.x - input.boxes[i].width / 2, at.y - input.boxes[i].height / 2);
        include(at.x + input.boxes[i].width / 2, at.y + input.boxes[i].height / 2);
    }
    for (const PointF& point : layout.points)
        include(point.x, point.y);
    if (left > right)
        left = right = top = bottom = 0;
    layout.left = left;
    layout.top = top;
    layout.width = right - left;
    layout.height = bottom - top;
}

} // namespace

Result<Layout> layeredLayout(const LayoutInput& input, const LayoutOptions& options,
                             const Progress& progress) {
    layered::LevelGraph graph;
    if (!layered::assignRanks(input, graph))
        return Error{Errc::invalidModel,
                     "the graph has a cycle, so it cannot be drawn from top to bottom",
                     {},
                     {}};
    layered::addDummies(input, options.stubRanks, graph);
    progress.at(0.2);
    Layout layout;
    layout.crossings = layered::orderLayers(graph, options, progress);
    if (progress.cancelled())
        return Error{Errc::cancelled, "cancelled", {}, {}};
    const auto x = layered::placeVertices(input, graph, options);
    progress.at(0.9);
    layered::route(input, graph, x, options, layout);
    layout.ranks.assign(graph.rank.begin(),
                        graph.rank.begin() + static_cast<std::ptrdiff_t>(graph.boxes));
    keepStill(layout, options.previous);
    measure(input, layout);
    return layout;
}

} // namespace partita
