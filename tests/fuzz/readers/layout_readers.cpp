#include <algorithm>
#include <cmath>

#include "core/layout/dot_engine.h"
#include "tests/fuzz/readers/readers.h"

namespace partita::fuzz {

namespace {

bool isFinite(const PointF& point) { return std::isfinite(point.x) && std::isfinite(point.y); }

} // namespace

/// What Graphviz prints of a graph of three boxes, two of which read one tensor.
void readPlainLayout(const Buffer& bytes) {
    LayoutInput input;
    input.boxes = {{72, 36}, {100, 36}, {40, 20}};
    input.nets = {{0, {1, 2}}, {1, {2, 2}}};
    const auto layout = layoutOfPlain(input, std::string(bytes.text()));
    if (!layout)
        return;
    if (layout->centers.size() != input.boxes.size() || layout->ranks.size() != input.boxes.size())
        broken("dot_plain", "a box has no place");
    for (const Route& route : layout->routes)
        if (route.firstPoint > layout->points.size() ||
            route.pointCount > layout->points.size() - route.firstPoint)
            broken("dot_plain", "a line has points that are not there");
    if (!std::ranges::all_of(layout->centers, isFinite) ||
        !std::ranges::all_of(layout->points, isFinite) ||
        !isFinite({layout->width, layout->height}))
        broken("dot_plain", "a point is nowhere");
}

} // namespace partita::fuzz
