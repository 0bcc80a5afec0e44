#pragma once

#include "core/rewrite/pass.h"
#include "core/scene/scene_drawing.h"

namespace partita {

/// A whole small main graph before and after a rewrite: removed nodes red, new ones green, changed ones
/// violet, each with its sign; a removed node leaves a dashed outline in its place. A graph without nodes
/// has a drawing without shapes.
struct GraphPictures {
    Drawing before, after;
};
GraphPictures graphPictures(const Model& before, const Model& after, const Rewrite& rewrite,
                            const DrawingText& text);

} // namespace partita
