#include "core/scene/readable_groups.h"

namespace partita {

std::set<GroupKey> readableGroups(const GraphScene& scene) {
    constexpr std::size_t kFewBoxes = 150;
    std::set<GroupKey> opened;
    std::vector<const NodeGroup*> level{&scene.hierarchy};
    std::size_t boxes = scene.boxes.size();
    while (!level.empty()) {
        std::vector<const NodeGroup*> next;
        std::size_t more = 0;
        for (const NodeGroup* group : level)
            for (const NodeGroup& child : group->children) {
                more += child.children.empty() ? child.size() : child.children.size();
                next.push_back(&child);
            }
        boxes += more;
        if (boxes > kFewBoxes)
            break;
        for (const NodeGroup* group : next)
            opened.insert(group->key(scene.order));
        level = std::move(next);
    }
    return opened;
}

} // namespace partita
