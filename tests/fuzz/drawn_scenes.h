#pragma once

#include <string>

#include "core/scene/graph_scene.h"

namespace partita::fuzz {

/// What is drawn wrong in a scene that was made after another one: another box, size, line or label
/// than in `fresh`, which was made of the same model from nothing, or a line that does not begin and
/// end at its boxes; empty: nothing.
std::string wrongInScene(const GraphScene& scene, const GraphScene& fresh);

} // namespace partita::fuzz
