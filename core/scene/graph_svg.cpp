#include "core/scene/graph_svg.h"

#include <memory>

#include "core/scene/drawing_svg.h"
#include "core/scene/scene_drawing.h"
#include "core/scene/step_pictures.h"

namespace partita {

namespace {

constexpr double kGraphMargin = 12;

std::string svgOf(const std::shared_ptr<const GraphScene>& scene, const Rewrite& rewrite) {
    if (scene->boxes.empty())
        return {};
    const SceneDrawing about(scene, DrawingText::english(estimatedTextWidth));
    Drawing drawing = about.drawing(marksOf(*scene, rewrite.delta));
    drawing.bounds = drawing.bounds.grown(kGraphMargin);
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

GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite) {
    std::vector<NodeId> gone;
    for (const auto& change : rewrite.delta.nodes)
        if (!change.after)
            gone.push_back(change.id);
    const auto first = wholeScene(before, nullptr, {});
    return {svgOf(first, rewrite), svgOf(wholeScene(after, first.get(), gone), rewrite)};
}

} // namespace partita
