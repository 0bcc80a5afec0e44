#include "views/graph/compared_boxes.h"

namespace partita {

void markMoved(SceneMarks& marks, const GraphScene& scene, const GraphScene& other,
               const std::vector<NodeId>& moved) {
    for (const NodeId node : moved) {
        const auto box = scene.boxOf(node), there = other.boxOf(node);
        if (!box)
            continue;
        if (!there || scene.boxes[*box].kind == SceneBox::Kind::group) {
            marks.changed.insert(*box);
            continue;
        }
        const std::int32_t provider = other.boxes[*there].provider;
        marks.moved.emplace(*box, slotOf(provider, other.providerNames.size()));
    }
}

void frameReader(SceneMarks& marks, const GraphScene& scene, NodeId reader) {
    if (!reader || !marks.changed.empty() || !marks.added.empty() || !marks.removed.empty() ||
        !scene.ghosts.empty())
        return;
    if (const auto box = scene.boxOf(scene.shownBy(reader)))
        marks.framed.insert(*box);
}

} // namespace partita
