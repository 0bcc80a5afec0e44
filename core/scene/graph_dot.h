#pragma once

#include <string>

#include "core/scene/scene_drawing.h"

namespace partita {

/// The graph in Graphviz's DOT language, with the fills and texts of the boxes in the drawing, above
/// `title`.
std::string toDot(const SceneDrawing& drawing, const DrawingMarks& marks, Scheme scheme,
                  const std::string& title = {});

} // namespace partita
