#include "core/scene/scene_layout.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/layout/dot_engine.h"
#include "core/scene/scene_columns.h"

namespace partita {

namespace {

bool sameThing(const GraphScene& scene, const SceneBox& box, const GraphScene& previous,
               const SceneBox& earlier) {
    if (box.kind != earlier.kind || box.kind != SceneBox::Kind::group)
        return box.kind == earlier.kind;
    return scene.groups[static_cast<std::size_t>(box.group)].key ==
           previous.groups[static_cast<std::size_t>(earlier.group)].key;
}

/// The places before the graph was laid in columns.
const std::vector<PointF>& stripOf(const GraphScene& scene) {
    return scene.strip.empty() ? scene.layout.centers : scene.strip;
}

/// The places that boxes of the new scene had in the previous one; NaN for new boxes.
EarlierLayout earlierPlaces(const GraphScene& scene, const GraphScene& previous) {
    std::unordered_map<ValueId, std::uint32_t> ports;
    for (std::uint32_t i = 0; i < previous.boxes.size(); ++i)
        if (previous.boxes[i].isPort())
            ports.emplace(previous.boxes[i].value, i);
    EarlierLayout places{
        std::vector<PointF>(scene.boxes.size(), PointF{std::nan(""), std::nan("")}),
        std::vector<std::uint32_t>(scene.boxes.size()), previous.layout.buses};
    const auto take = [&](std::size_t box, std::uint32_t earlier) {
        places.centers[box] = stripOf(previous)[earlier];
        places.ranks[box] = previous.layout.ranks[earlier];
    };
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        const SceneBox& box = scene.boxes[i];
        if (!box.isPort()) {
            const auto at = previous.boxOf(box.node);
            if (at && sameThing(scene, box, previous, previous.boxes[*at]))
                take(i, *at);
        } else if (const auto at = ports.find(box.value);
                   at != ports.end() && previous.boxes[at->second].kind == box.kind) {
            take(i, at->second);
        }
    }
    return places;
}

/// Adds a box for each removed node, with its height but without width, so that the lines that
/// replace the node run straight through its place.
void addGhosts(GraphScene& scene, const SceneOptions& options, LayoutInput& input,
               EarlierLayout& places) {
    const GraphScene& previous = *options.previous;
    for (const NodeId node : options.ghosts) {
        const auto box = previous.boxOf(node);
        if (!box || previous.boxes[*box].kind != SceneBox::Kind::node || scene.boxOf(node))
            continue;
        scene.ghosts.push_back(
            {node, previous.boxes[*box].title, previous.sizes[*box], stripOf(previous)[*box]});
        input.boxes.push_back({0, previous.sizes[*box].height});
        PointF beside = stripOf(previous)[*box];
        beside.x += previous.sizes[*box].width / 2;
        places.centers.push_back(beside);
        places.ranks.push_back(previous.layout.ranks[*box]);
    }
}

constexpr std::size_t kSoonLaidOut = 1500; ///< boxes; fewer are laid out within some 20 ms
constexpr double kMoreWidth = 8; ///< by so much, neighbours may grow without touching each other

/// Whether both scenes draw the same things with the same lines, in the same order.
bool sameParts(const GraphScene& scene, const GraphScene& previous) {
    const auto sameBox = [&](const SceneBox& box, const SceneBox& earlier) {
        return sameThing(scene, box, previous, earlier) && box.node == earlier.node &&
               box.value == earlier.value;
    };
    const auto sameHeight = [](const LayoutInput::Box& box, const LayoutInput::Box& earlier) {
        return box.height == earlier.height;
    };
    const auto sameNet = [](const SceneNet& net, const SceneNet& earlier) {
        return net.source == earlier.source && net.firstTarget == earlier.firstTarget &&
               net.targetCount == earlier.targetCount;
    };
    return std::ranges::equal(scene.boxes, previous.boxes, sameBox) &&
           std::ranges::equal(scene.sizes, previous.sizes, sameHeight) &&
           std::ranges::equal(scene.nets, previous.nets, sameNet) &&
           scene.netTargets == previous.netTargets;
}

/// Whether a layout of both scenes, which have the same parts, is of the same widths and labels.
bool sameRoom(const GraphScene& scene, const GraphScene& previous) {
    const auto sameWidth = [](const LayoutInput::Box& box, const LayoutInput::Box& earlier) {
        return box.width == earlier.width;
    };
    const auto sameNeeds = [&](const SceneNet& net, const SceneNet& earlier) {
        return (net.kind == SceneNet::Kind::boundary) ==
                   (earlier.kind == SceneNet::Kind::boundary) &&
               !scene.label(net) == !previous.label(earlier);
    };
    return !scene.collapsed && previous.strip.empty() &&
           std::ranges::equal(scene.sizes, previous.sizes, sameWidth) &&
           std::ranges::equal(scene.nets, previous.nets, sameNeeds);
}

/// Takes the layout of the previous scene where only colours and texts differ; boxes grow no more
/// than there is room. Returns whether it did.
bool takeLayout(GraphScene& scene, const SceneOptions& options) {
    const GraphScene* previous = options.previous;
    if (!previous || previous->graph != scene.graph || !options.ghosts.empty() ||
        !previous->ghosts.empty() || !sameParts(scene, *previous))
        return false;
    const bool isSame = scene.laidOut == previous->laidOut && sameRoom(scene, *previous);
    if (!isSame && (!options.keepLayout || scene.boxes.size() < kSoonLaidOut))
        return false;
    scene.layout = previous->layout;
    scene.laidOut = previous->laidOut;
    for (std::size_t i = 0; i < scene.sizes.size(); ++i)
        scene.sizes[i].width =
            std::min(scene.sizes[i].width, previous->sizes[i].width + kMoreWidth);
    return true;
}

} // namespace

Result<void> layOut(GraphScene& scene, const SceneOptions& options, const Progress& progress) {
    scene.laidOut = {options.useDot, options.layout.columnGap};
    if (takeLayout(scene, options))
        return {};
    LayoutInput input;
    input.boxes = scene.sizes;
    for (const SceneNet& net : scene.nets)
        input.nets.push_back({net.source,
                              {scene.targets(net).begin(), scene.targets(net).end()},
                              net.kind == SceneNet::Kind::boundary,
                              scene.label(net) ? SceneMetrics::chipHeight : 0});
    LayoutOptions layoutOptions = options.layout;
    if (options.previous && options.previous->graph == scene.graph) {
        layoutOptions.previous = earlierPlaces(scene, *options.previous);
        if (!options.useDot)
            addGhosts(scene, options, input, layoutOptions.previous);
    }
    auto layout = options.useDot ? dotLayout(input, std::chrono::seconds(10), progress)
                                 : layeredLayout(input, layoutOptions, progress);
    if (!layout)
        return std::move(layout).error();
    scene.layout = *std::move(layout);
    for (std::size_t i = 0; i < scene.ghosts.size(); ++i)
        scene.ghosts[i].center.y = scene.layout.centers[scene.boxes.size() + i].y;
    scene.layout.centers.resize(scene.boxes.size());
    scene.layout.ranks.resize(scene.boxes.size());
    if (scene.collapsed)
        wrapIntoColumns(scene, options.view);
    return {};
}

} // namespace partita
