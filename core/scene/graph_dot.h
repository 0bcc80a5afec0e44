#pragma once

#include <string>

#include "core/scene/scene_drawing.h"

namespace partita {

/// The graph in the DOT language, in the fills and texts of its boxes as they are drawn.
std::string toDot(const SceneDrawing& drawing, const DrawingMarks& marks, Scheme scheme);

} // namespace partita
