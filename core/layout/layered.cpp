#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/try.h"
#include "core/layout/level_graph.h"

namespace partita {

namespace {

/// Moves the whole layout by the median movement of the known boxes, so that most boxes stay in
/// place.
void keepStill(Layout& layout, const EarlierLayout& previous) {
    if (!previous.covers(layout.centers.size()))
        return;
    std::vector<double> dx, dy;
    for (std::size_t i = 0; i < previous.centers.size(); ++i)
        if (previous.knows(i)) {
            dx.push_back(previous.centers[i].x - layout.centers[i].x);
            dy.push_back(previous.centers[i].y - layout.centers[i].y);
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

Result<Layout> layoutOnce(const LayoutInput& input, const LayoutOptions& options,
                          const Progress& progress) {
    layered::LevelGraph graph;
    if (!layered::assignRanks(input, options.previous, graph))
        return Error{
            Errc::invalidModel,
            PARTITA_TEXT("the graph has a cycle, so it cannot be drawn from top to bottom"),
            {},
            {}};
    layered::addDummies(input, options.stubRanks, graph);
    progress.at(0.2);
    Layout layout;
    layout.crossings = layered::orderLayers(graph, options, progress);
    if (progress.cancelled())
        return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
    const auto x = layered::placeVertices(input, graph, options);
    progress.at(0.9);
    layered::route(input, graph, x, options, layout);
    layout.ranks.assign(graph.rank.begin(),
                        graph.rank.begin() + static_cast<std::ptrdiff_t>(graph.boxes));
    return layout;
}

/// The input with one net for each reader instead of one for each tensor: separate lines can pass
/// an obstacle on both sides, and a shared one cannot.
LayoutInput withoutBuses(const LayoutInput& input) {
    LayoutInput apart;
    apart.boxes = input.boxes;
    for (const auto& net : input.nets)
        for (std::size_t t = 0; t < net.targets.size(); ++t)
            apart.nets.push_back(
                {net.source, {net.targets[t]}, net.keepWhole, t == 0 ? net.labelHeight : 0});
    return apart;
}

Result<Layout> layoutApart(const LayoutInput& input, const LayoutOptions& options,
                           const Progress& progress) {
    auto layout = PARTITA_TRY(layoutOnce(withoutBuses(input), options, progress));
    layout.buses = false;
    std::size_t next = 0; // maps the routes back to the nets of `input`
    for (std::uint32_t n = 0; n < input.nets.size(); ++n)
        for (std::uint32_t t = 0; t < input.nets[n].targets.size(); ++t, ++next) {
            layout.routes[next].net = n;
            layout.routes[next].target = t;
        }
    return layout;
}

} // namespace

Result<Layout> layeredLayout(const LayoutInput& input, const LayoutOptions& options,
                             const Progress& progress) {
    Result<Layout> layout = Error{};
    const bool known = options.previous.covers(input.boxes.size());
    if (!known || options.previous.buses)
        layout = layoutOnce(input, options, progress);
    else
        layout = layoutApart(input, options, progress);
    if (layout && !known && layout->crossings > 0 && input.boxes.size() <= layered::kSmallGraph)
        if (auto apart = layoutApart(input, options, progress);
            !apart || apart->crossings < layout->crossings)
            layout = std::move(apart);
    if (!layout)
        return layout;
    keepStill(*layout, options.previous);
    measure(input, *layout);
    return layout;
}

} // namespace partita
