#include "core/scene/graph_svg.h"

#include <algorithm>
#include <memory>

#include "core/scene/drawing_svg.h"
#include "core/scene/scene_drawing.h"

namespace partita {

namespace {

constexpr std::size_t kMostBoxes = 28;
constexpr double kMargin = 12;

/// The nodes of one picture: the changed nodes with their producers and readers.
std::vector<NodeId> neighbourhood(const Model& model, const Rewrite& rewrite) {
    std::vector<NodeId> boxes;
    GraphId graph;
    const auto take = [&](NodeId id) {
        const auto& node = model.node(id);
        if (!node || boxes.size() >= kMostBoxes || (graph && node->graph != graph) ||
            std::ranges::find(boxes, id) != boxes.end())
            return;
        graph = node->graph;
        boxes.push_back(id);
    };
    for (const auto& change : rewrite.delta.nodes)
        take(change.id);
    for (const auto& change : rewrite.delta.values) // where a node became a constant, its readers
        if (model.value(change.id) && rewrite.delta.nodes.size() < kMostBoxes)
            for (const NodeId reader : model.consumers(change.id))
                take(reader);
    for (const NodeId id : std::vector<NodeId>(boxes)) {
        const Node& node = *model.node(id);
        for (const ValueId input : node.inputs)
            if (input)
                take(model.producer(input));
        for (const ValueId output : node.outputs)
            if (output)
                for (const NodeId reader : model.consumers(output))
                    take(reader);
    }
    return boxes;
}

/// A scene of the given nodes and the lines between them, without the rest of their graph.
GraphScene sceneOf(const Model& model, const std::vector<NodeId>& nodes) {
    GraphScene scene;
    scene.boxByNode.resize(model.nodes().keyEnd());
    scene.partitionBadges.emplace_back();
    LayoutInput input;
    for (const NodeId id : nodes) {
        const Node& node = *model.node(id);
        SceneBox box;
        box.node = id;
        box.title = node.opType;
        scene.boxes.push_back(std::move(box));
        scene.boxByNode[id.value] = static_cast<std::uint32_t>(scene.boxes.size());
        scene.sizes.push_back(
            {28 + estimatedTextWidth(node.opType, true), SceneMetrics::nodeHeight});
    }
    for (std::uint32_t source = 0; source < nodes.size(); ++source)
        for (const ValueId output : model.node(nodes[source])->outputs) {
            std::vector<std::uint32_t> targets;
            for (const NodeId reader : output ? model.consumers(output) : std::span<const NodeId>())
                if (const auto at = scene.boxOf(reader); at && *at != source)
                    targets.push_back(*at);
            if (targets.empty())
                continue;
            scene.nets.push_back({output, source,
                                  static_cast<std::uint32_t>(scene.netTargets.size()),
                                  static_cast<std::uint32_t>(targets.size())});
            scene.netTargets.insert(scene.netTargets.end(), targets.begin(), targets.end());
            input.nets.push_back({source, std::move(targets), true, 0});
        }
    scene.netCrossing.resize(scene.netTargets.size());
    input.boxes = scene.sizes;
    if (auto layout = layeredLayout(input))
        scene.layout = *std::move(layout);
    else
        scene.boxes.clear();
    return scene;
}

DrawingMarks marksOf(const GraphScene& scene, const Rewrite& rewrite) {
    DrawingMarks marks;
    for (const auto& change : rewrite.delta.nodes)
        if (const auto box = scene.boxOf(change.id))
            (!change.after    ? marks.removed
             : !change.before ? marks.added
                              : marks.changed)
                .insert(*box);
    return marks;
}

std::string svgOf(const std::shared_ptr<const GraphScene>& scene, const Rewrite& rewrite) {
    if (scene->boxes.empty())
        return {};
    const SceneDrawing about(scene, DrawingText::english(estimatedTextWidth));
    Drawing drawing = about.drawing(marksOf(*scene, rewrite));
    drawing.bounds = drawing.bounds.grown(kMargin);
    return toSvg(drawing, Scheme::light);
}

std::shared_ptr<const GraphScene> wholeScene(const Model& model, const GraphScene* previous,
                                             std::vector<NodeId> ghosts) {
    SceneOptions options;
    options.textWidth = estimatedTextWidth;
    options.showFolded = true; // passes fold such nodes
    options.previous = previous;
    options.ghosts = std::move(ghosts);
    auto scene = buildScene(model, model.mainGraph(), nullptr, options);
    return std::make_shared<const GraphScene>(scene ? *std::move(scene) : GraphScene());
}

} // namespace

std::string rewriteSvg(const Model& model, const Rewrite& rewrite) {
    const auto nodes = neighbourhood(model, rewrite);
    return svgOf(std::make_shared<const GraphScene>(sceneOf(model, nodes)), rewrite);
}

GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite) {
    std::vector<NodeId> gone;
    for (const auto& change : rewrite.delta.nodes)
        if (!change.after)
            gone.push_back(change.id);
    const auto first = wholeScene(before, nullptr, {});
    return {svgOf(first, rewrite), svgOf(wholeScene(after, first.get(), gone), rewrite)};
}

} // namespace partita
