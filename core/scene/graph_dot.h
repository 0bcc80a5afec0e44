#pragma once

#include <string>

#include "core/scene/graph_scene.h"

namespace partita {

/// The graph in the DOT language, with operators as labels and providers as colours.
std::string toDot(const GraphScene& scene, const Partitioning* partitioning);

} // namespace partita
