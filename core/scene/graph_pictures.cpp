#include "core/scene/graph_pictures.h"

#include <memory>

#include "core/scene/step_pictures.h"

namespace partita {

namespace {

constexpr double kGraphMargin = 12;

Drawing pictureOf(const std::shared_ptr<const GraphScene>& scene, const Rewrite& rewrite,
                  const DrawingText& text) {
    if (scene->boxes.empty())
        return {};
    Drawing drawing = SceneDrawing(scene, text).drawing(marksOf(*scene, rewrite.delta));
    drawing.bounds = drawing.bounds.grown(kGraphMargin);
    return drawing;
}

std::shared_ptr<const GraphScene> wholeScene(const Model& model, const DrawingText& text,
                                             const GraphScene* previous,
                                             std::vector<NodeId> ghosts) {
    SceneOptions options;
    options.textWidth = text.width;
    options.showFolded = true; // passes fold such nodes
    options.previous = previous;
    options.ghosts = std::move(ghosts);
    auto scene = buildScene(model, model.mainGraph(), nullptr, options);
    return std::make_shared<const GraphScene>(scene ? *std::move(scene) : GraphScene());
}

} // namespace

GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite,
                            const DrawingText& text) {
    std::vector<NodeId> gone;
    for (const auto& change : rewrite.delta.nodes)
        if (!change.after)
            gone.push_back(change.id);
    const auto first = wholeScene(before, text, nullptr, {});
    return {pictureOf(first, rewrite, text),
            pictureOf(wholeScene(after, text, first.get(), gone), rewrite, text)};
}

} // namespace partita
