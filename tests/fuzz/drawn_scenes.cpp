#include "tests/fuzz/drawn_scenes.h"

#include <algorithm>
#include <cmath>

namespace partita::fuzz {

namespace {

bool sameBox(const SceneBox& a, const SceneBox& b) {
    return a.kind == b.kind && a.node == b.node && a.value == b.value && a.title == b.title &&
           a.detail == b.detail && a.hasBody == b.hasBody && a.badges.size() == b.badges.size();
}

bool sameSize(const LayoutInput::Box& a, const LayoutInput::Box& b) {
    return a.width == b.width && a.height == b.height;
}

bool sameNet(const SceneNet& a, const SceneNet& b) {
    return a.value == b.value && a.source == b.source && a.firstTarget == b.firstTarget &&
           a.targetCount == b.targetCount && a.label == b.label && a.kind == b.kind;
}

bool isAt(const PointF& point, double x, double y) {
    return std::fabs(point.x - x) < 1 && std::fabs(point.y - y) < 1;
}

/// Whether the line begins below its source and ends above its target, where it is drawn whole.
bool endsAtBoxes(const GraphScene& scene, const Route& route) {
    const SceneNet& net = scene.nets[route.net];
    const std::uint32_t target = scene.targets(net)[route.target];
    const auto points = scene.layout.pointsOf(route);
    if (route.isStub() || route.bundle)
        return true;
    return isAt(points.front(), scene.layout.centers[net.source].x,
                scene.top(net.source) + scene.sizes[net.source].height) &&
           isAt(points.back(), scene.layout.centers[target].x, scene.top(target));
}

} // namespace

std::string wrongInScene(const GraphScene& scene, const GraphScene& fresh) {
    if (!std::ranges::equal(scene.boxes, fresh.boxes, sameBox))
        return "other boxes";
    if (!std::ranges::equal(scene.sizes, fresh.sizes, sameSize))
        return "boxes of other sizes";
    if (!std::ranges::equal(scene.nets, fresh.nets, sameNet) ||
        scene.netTargets != fresh.netTargets || scene.lineKinds != fresh.lineKinds)
        return "other lines";
    if (!std::ranges::equal(scene.labels, fresh.labels, {}, &SceneLabel::text, &SceneLabel::text))
        return "other labels";
    if (scene.layout.centers.size() != scene.boxes.size() ||
        scene.layout.routes.size() != scene.netTargets.size())
        return "a layout of other boxes or lines";
    for (const Route& route : scene.layout.routes)
        if (!endsAtBoxes(scene, route))
            return "a line that does not end at its boxes";
    return {};
}

} // namespace partita::fuzz
