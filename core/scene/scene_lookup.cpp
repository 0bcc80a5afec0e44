#include <algorithm>

#include "core/scene/graph_scene.h"
#include "core/scene/hierarchy.h"

namespace partita {

std::optional<std::uint32_t> GraphScene::boxOf(NodeId node) const {
    const std::uint32_t found = node.value < boxByNode.size() ? boxByNode[node.value] : 0;
    return found ? std::optional(found - 1) : std::nullopt;
}

std::vector<GroupKey> GraphScene::groupsOf(NodeId node) const {
    const auto at = std::find(order.begin(), order.end(), node);
    std::vector<GroupKey> keys;
    if (at != order.end())
        for (const NodeGroup* group :
             groupsAround(hierarchy, static_cast<std::size_t>(at - order.begin())))
            keys.push_back(group->key(order));
    return keys;
}

std::vector<NodeId> GraphScene::nodesOf(const GroupKey& key) const {
    const auto first = std::ranges::find(order, key.first);
    const auto left = static_cast<std::size_t>(order.end() - first);
    return {first, first + static_cast<std::ptrdiff_t>(std::min<std::size_t>(left, key.nodes))};
}

std::vector<NodeId> GraphScene::nodesOf(const SceneBox& box) const {
    if (box.kind == SceneBox::Kind::group)
        return nodesOf(groups[static_cast<std::size_t>(box.group)].key);
    return box.isPort() ? std::vector<NodeId>() : std::vector{box.node};
}

NodeId GraphScene::foldedInto(NodeId node) const {
    const auto at = std::lower_bound(folded.begin(), folded.end(), std::pair(node, NodeId{}));
    return at != folded.end() && at->first == node ? at->second : NodeId{};
}

NodeId GraphScene::shownBy(NodeId node) const { return boxOf(node) ? node : foldedInto(node); }

} // namespace partita
