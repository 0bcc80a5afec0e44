#pragma once

#include "core/scene/scene_drawing.h"

namespace partita {

/// A whole scene with its legend on the left, under `headline`, as files and pages show it.
Drawing pictureOf(const SceneDrawing& scene, const Partitioning& partitioning,
                  const DrawingMarks& marks, const std::string& headline);

} // namespace partita
