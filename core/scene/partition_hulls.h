#pragma once

#include <vector>

#include "core/scene/drawing.h"
#include "core/scene/graph_scene.h"

namespace partita {

/// The outline around the nodes of a partition that is not on the first provider.
struct PartitionHull {
    std::uint32_t partition = 0;
    std::int32_t provider = -1;
    std::size_t nodes = 0;
    Rect bounds;
    std::vector<std::vector<PointF>> outline; ///< closed loops of horizontal and vertical lines
};

/// The hulls of the partitions of a scene that are small enough for an outline. A hull encloses the
/// boxes and the lines between them, with a margin.
std::vector<PartitionHull> partitionHulls(const GraphScene& scene);

/// The outline of the union of rectangles; holes are loops of their own.
std::vector<std::vector<PointF>> outlineOf(const std::vector<Rect>& rects);

} // namespace partita
