#pragma once

#include "core/base/progress.h"
#include "core/scene/graph_scene.h"

namespace partita {

/// Gives the boxes of a scene their places and the lines their way, near those of the previous
/// scene, and the removed nodes of the step theirs as ghosts. Fails when cancelled, when the graph
/// has a cycle, and where Graphviz fails.
Result<void> layOut(GraphScene& scene, const SceneOptions& options, const Progress& progress);

} // namespace partita
