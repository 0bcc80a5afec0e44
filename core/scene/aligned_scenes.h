#pragma once

#include "core/scene/graph_scene.h"

namespace partita {

/// Moves the boxes and lines of two scenes down, each only as far as it must be, until the boxes of
/// what both show are at the same heights. Boxes that stand in another order in both keep their
/// places.
void alignScenes(GraphScene& a, GraphScene& b);

} // namespace partita
