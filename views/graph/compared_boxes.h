#pragma once

#include "views/graph/graph_painter.h"

namespace partita {

/// Marks the boxes of the nodes that another provider runs in the scene of the other side. A group
/// with such nodes is marked as changed.
void markMoved(SceneMarks& marks, const GraphScene& scene, const GraphScene& other,
               const std::vector<NodeId>& moved);

/// Frames the box of a node that reads what a step made a constant, where no box shows the step.
void frameReader(SceneMarks& marks, const GraphScene& scene, NodeId reader);

} // namespace partita
