#pragma once

#include <set>

#include "core/scene/graph_scene.h"

namespace partita {

/// The groups of a folded scene that a picture on paper opens: whole levels, as long as there are few
/// boxes.
std::set<GroupKey> readableGroups(const GraphScene& scene);

} // namespace partita
