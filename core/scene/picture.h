#pragma once

#include "core/scene/scene_drawing.h"

namespace partita {

/// All of a scene with its legend on the left, under `headline`: what a file or a page shows.
Drawing pictureOf(const SceneDrawing& scene, const Partitioning& partitioning,
                  const DrawingMarks& marks, const std::string& headline);

} // namespace partita
