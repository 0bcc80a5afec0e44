#include "views/graph/partition_hulls.h"

namespace partita {

namespace {

constexpr std::size_t kMostBoxes = 64; // larger ones are regions of the picture, not spots in it
constexpr double kBoxRoom = 8, kLineRoom = 4;

QRectF boxWithRoom(const GraphScene& scene, std::uint32_t box) {
    return QRectF(scene.left(box), scene.top(box), scene.sizes[box].width, scene.sizes[box].height)
        .adjusted(-kBoxRoom, -kBoxRoom, kBoxRoom, kBoxRoom);
}

} // namespace

std::vector<PartitionHull> partitionHulls(const GraphScene& scene) {
    std::vector<std::vector<std::uint32_t>> boxes(scene.partitionBadges.size());
    for (std::uint32_t box = 0; box < scene.boxes.size(); ++box)
        if (const SceneBox& each = scene.boxes[box]; each.partitionIndex && each.provider > 0)
            boxes[each.partitionIndex].push_back(box);
    std::vector<PartitionHull> hulls;
    std::vector<std::size_t> hullOf(boxes.size(), SIZE_MAX);
    for (std::uint32_t partition = 0; partition < boxes.size(); ++partition) {
        const auto& members = boxes[partition];
        if (members.empty() || members.size() > kMostBoxes)
            continue;
        hullOf[partition] = hulls.size();
        PartitionHull hull;
        hull.partition = partition;
        hull.provider = scene.boxes[members.front()].provider;
        hull.nodes = static_cast<int>(scene.partitionNodes[partition]);
        hull.outline.setFillRule(Qt::WindingFill);
        for (const std::uint32_t box : members)
            hull.outline.addRect(boxWithRoom(scene, box));
        hulls.push_back(std::move(hull));
    }
    if (hulls.empty())
        return hulls;
    for (const Route& route : scene.layout.routes) {
        const SceneNet& net = scene.nets[route.net];
        const std::uint32_t partition = scene.boxes[net.source].partitionIndex;
        if (hullOf[partition] == SIZE_MAX ||
            scene.boxes[scene.targets(net)[route.target]].partitionIndex != partition)
            continue;
        const auto points = scene.layout.pointsOf(route);
        for (std::size_t i = 1; i < points.size(); ++i)
            hulls[hullOf[partition]].outline.addRect(
                QRectF(QPointF(points[i - 1].x, points[i - 1].y), QPointF(points[i].x, points[i].y))
                    .normalized()
                    .adjusted(-kLineRoom, -kLineRoom, kLineRoom, kLineRoom));
    }
    for (PartitionHull& hull : hulls)
        hull.outline = hull.outline.simplified();
    return hulls;
}

} // namespace partita
