#pragma once

#include <QPainterPath>
#include <vector>

#include "core/scene/graph_scene.h"

namespace partita {

/// The outline around the nodes of a partition that is not on the first provider.
struct PartitionHull {
    std::uint32_t partition = 0;
    std::int32_t provider = -1;
    int nodes = 0;
    QPainterPath outline;
};

/// Hulls of all partitions of a scene that are small enough for an outline to say something: the
/// boxes and the lines between them, with some room around.
std::vector<PartitionHull> partitionHulls(const GraphScene& scene);

} // namespace partita
