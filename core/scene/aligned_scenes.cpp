#include "core/scene/aligned_scenes.h"

#include <algorithm>
#include <map>
#include <set>

namespace partita {

namespace {

struct Height {
    double a = 0, b = 0; ///< of the centre of one box in both scenes
};

/// The heights of what both scenes show, ascending in both.
std::vector<Height> commonHeights(const GraphScene& a, const GraphScene& b) {
    std::vector<Height> all;
    for (std::size_t i = 0; i < a.boxes.size(); ++i) {
        const SceneBox& box = a.boxes[i];
        if (box.kind != SceneBox::Kind::node)
            continue;
        const auto at = b.boxOf(box.node);
        if (at && b.boxes[*at].kind == SceneBox::Kind::node)
            all.push_back({a.layout.centers[i].y, b.layout.centers[*at].y});
    }
    std::ranges::sort(all, [](const Height& x, const Height& y) {
        return std::pair(x.a, x.b) < std::pair(y.a, y.b);
    });
    // Of boxes that would cross, the smaller number gives way: the longest ascending chain stays.
    std::vector<std::size_t> ends, before(all.size(), SIZE_MAX);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i > 0 && all[i].a == all[i - 1].a && all[i].b == all[i - 1].b)
            continue;
        const auto place = std::ranges::lower_bound(ends, all[i].b, {},
                                                    [&](std::size_t end) { return all[end].b; });
        if (place != ends.begin())
            before[i] = *std::prev(place);
        if (place == ends.end())
            ends.push_back(i);
        else
            *place = i;
    }
    std::vector<Height> chain;
    for (std::size_t i = ends.empty() ? SIZE_MAX : ends.back(); i != SIZE_MAX; i = before[i])
        if (chain.empty() || all[i].a < chain.back().a)
            chain.push_back(all[i]);
    std::ranges::reverse(chain);
    return chain;
}

/// How far everything from a height on moves down.
using Shifts = std::map<double, double>;

void move(GraphScene& scene, const Shifts& shifts) {
    // Boxes of one rank have one centre, so that a rank begins above its tallest box.
    std::map<double, double> tallest;
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        double& half = tallest[scene.layout.centers[i].y];
        half = std::max(half, scene.sizes[i].height / 2);
    }
    std::vector<std::pair<double, double>> steps;
    for (const auto& [centre, shift] : shifts) {
        const auto rank = tallest.find(centre);
        steps.emplace_back(centre - (rank == tallest.end() ? 0 : rank->second) - 0.5, shift);
    }
    const auto moved = [&](double y) {
        auto next = std::ranges::upper_bound(steps, y, {}, &std::pair<double, double>::first);
        return y + (next == steps.begin() ? steps.front().second : std::prev(next)->second);
    };
    if (steps.empty())
        return;
    Layout& layout = scene.layout;
    const double bottom = moved(layout.top + layout.height);
    for (PointF& centre : layout.centers)
        centre.y = moved(centre.y);
    for (PointF& point : layout.points)
        point.y = moved(point.y);
    for (SceneGhost& ghost : scene.ghosts)
        ghost.center.y = moved(ghost.center.y);
    layout.top = moved(layout.top);
    layout.height = bottom - layout.top;
}

} // namespace

void alignScenes(GraphScene& a, GraphScene& b) {
    Shifts ofA, ofB;
    Height last;
    double height = 0;
    bool first = true;
    for (const Height& each : commonHeights(a, b)) {
        height =
            first ? std::max(each.a, each.b) : height + std::max(each.a - last.a, each.b - last.b);
        ofA[each.a] = height - each.a;
        ofB[each.b] = height - each.b;
        last = each;
        first = false;
    }
    move(a, ofA);
    move(b, ofB);
}

std::vector<GroupKey> partnerGroups(const GraphScene& scene, const GroupKey& group,
                                    const GraphScene& other) {
    const auto at = std::ranges::find(scene.order, group.first);
    if (at == scene.order.end() || scene.graph != other.graph)
        return {};
    const NodeGroup* own = nullptr;
    for (const NodeGroup* each :
         groupsAround(scene.hierarchy, static_cast<std::size_t>(at - scene.order.begin())))
        if (each->key(scene.order) == group)
            own = each;
    if (!own)
        return {};
    const std::set<NodeId> members(scene.order.begin() + static_cast<std::ptrdiff_t>(own->begin),
                                   scene.order.begin() + static_cast<std::ptrdiff_t>(own->end));
    const auto isMember = [&](NodeId node) { return members.contains(node); };
    const auto first = std::ranges::find_if(other.order, isMember);
    if (first == other.order.end())
        return {};
    const auto last = std::find_if(other.order.rbegin(), other.order.rend(), isMember).base();
    std::vector<GroupKey> path;
    std::size_t titled = 0; // keys up to the innermost group with the title
    for (const NodeGroup* each :
         groupsAround(other.hierarchy, static_cast<std::size_t>(first - other.order.begin()))) {
        if (each->end < static_cast<std::size_t>(last - other.order.begin()))
            break;
        path.push_back(each->key(other.order));
        if (each->title == own->title)
            titled = path.size();
    }
    if (titled)
        path.resize(titled);
    return path;
}

} // namespace partita
