#include "core/scene/scene_drawing.h"

namespace partita {

bool DrawingMarks::dims(const GraphScene& scene, const SceneBox& box) const {
    if (onlyDifferences && !differs(static_cast<std::uint32_t>(&box - scene.boxes.data())))
        return true;
    if (providers.empty() || box.isPort())
        return false;
    if (box.kind != SceneBox::Kind::group)
        return !providers.contains(box.provider);
    // A group has the colour of most of its nodes, and may hold wanted nodes all the same.
    const SceneGroup& group = scene.groups[static_cast<std::size_t>(box.group)];
    std::size_t placed = 0;
    for (std::size_t i = 0; i < group.byProvider.size(); ++i) {
        placed += group.byProvider[i];
        if (group.byProvider[i] && providers.contains(static_cast<std::int32_t>(i)))
            return false;
    }
    return !(providers.contains(-1) && placed < group.placed);
}

Rect SceneDrawing::stepRect(const DrawingMarks& marks) const {
    Rect all;
    for (const auto* boxes : {&marks.changed, &marks.added, &marks.removed, &marks.framed})
        for (const std::uint32_t box : *boxes)
            all = all.united(boxRect(box));
    for (const Rect& ghost : m_ghosts)
        all = all.united(ghost);
    return all;
}

Paint SceneDrawing::fill(const DrawingMarks& marks, std::size_t box) const {
    if (marks.colouring.isOn())
        return marks.colouring.fill(box);
    const SceneBox& each = m_scene->boxes[box];
    return isPlaced(each) ? Paint(lookOf(slot(each)).tint) : Paint(Role::base);
}

} // namespace partita
