#pragma once

#include <map>
#include <memory>
#include <optional>

#include "core/onnx/schema.h"
#include "core/rewrite/pass.h"
#include "core/scene/scene_drawing.h"

namespace partita {

/// The boxes of a scene that a change removes, adds or changes, as marks.
DrawingMarks marksOf(const GraphScene& scene, const ModelDelta& delta);

/// One side of a step: the nodes that it changes and those around them.
struct StepSide {
    std::shared_ptr<const GraphScene> scene; ///< null: nothing of the step is on this side
    Drawing drawing;
    Rect frame; ///< around what the step changes; empty: nothing of it is on this side
};

/// A rewrite before and after it. Both drawings have the same bounds, and what stays is at the same
/// height in both; a removed node leaves a dashed outline in its place.
struct StepPicture {
    StepSide before, after;
    std::size_t left = 0;       ///< nodes that the step changes beyond those that are drawn
    std::size_t leftAround = 0; ///< nodes next to the drawn ones of the step that are not drawn
    [[nodiscard]] bool empty() const { return !before.scene && !after.scene; }
    /// How much larger than the scene the pictures can be where there is room for `width` × `height`:
    /// at most 1 where that leaves some of them out, and less where the step itself has no room.
    [[nodiscard]] double scaleFor(double width, double height) const;
    /// The part of a size that is shown: the step in its middle, as far as the pictures go.
    [[nodiscard]] Rect seen(double width, double height) const;
    [[nodiscard]] Rect frame() const;  ///< around what the step changes, on both sides
    [[nodiscard]] Rect bounds() const; ///< of both drawings
};

/// Draws rewrites, each with its surroundings, in time that depends on these only and not on the size
/// of the model.
class StepPainter {
public:
    explicit StepPainter(DrawingText text) : m_text(std::move(text)) {}
    /// The room for a picture, in pixels at 100 %. What stands around a step and would be cut is not
    /// drawn, and neither are types of tensors. Without it, as much as is drawn has room.
    void setRoom(double width, double height) { m_room = PointF{width, height}; }

    /// The placements may be null, or those of a state near by: nodes that they do not know have no
    /// colour.
    [[nodiscard]] StepPicture paint(const Model& before, const Model& after, const Rewrite& rewrite,
                                    const Partitioning* placedBefore,
                                    const Partitioning* placedAfter);

private:
    using Nodes = std::vector<NodeId>;
    [[nodiscard]] GraphScene sceneOf(const Model& model, const Nodes& nodes,
                                     const Partitioning* placed);
    [[nodiscard]] SceneBox boxOf(const Model& model, const Node& node, const Partitioning* placed,
                                 const GraphScene& scene);
    void addLabel(const Model& model, GraphScene& scene, SceneNet& net) const;
    struct Step;
    [[nodiscard]] StepPicture draw(const Step& step, const Nodes& then, const Nodes& now);
    [[nodiscard]] StepSide sideOf(std::shared_ptr<const GraphScene> scene,
                                  const ModelDelta& delta) const;

    DrawingText m_text;
    std::optional<PointF> m_room; ///< nothing: there is enough
    double m_mostLabel = 0;       ///< the width of a type that is drawn
    std::map<std::string, std::optional<OperatorSchema>> m_schemas; ///< "domain\nop"
};

} // namespace partita
