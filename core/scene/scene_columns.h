#pragma once

#include "core/scene/graph_scene.h"

namespace partita {

/// Lays a graph, which is a strip of boxes below each other, in columns side by side, so
/// that the picture has about the shape of the view. A column
/// ends where few lines cross, and where a partition ends if that is near. Lines to the next column
/// lead through the gap between them; those that go further become stubs. Rules separate
/// partitions. Does nothing where all groups can be read in the view as they are.
void wrapIntoColumns(GraphScene& scene, const LayoutInput::Box& view);

} // namespace partita
