#pragma once

#include "core/scene/graph_scene.h"

namespace partita {

/// Moves the boxes and lines of two scenes down, each only as far as it must be, until the boxes of
/// what both show are at the same heights. Boxes that stand in another order in both keep their
/// places.
void alignScenes(GraphScene& a, GraphScene& b);

/// The group of another scene that holds what both have of a group; of several, the innermost one
/// with its title. The groups around it come first, as all of them have to be open for it to be seen.
/// Empty: there is none. The scenes show one graph in two models of which the same nodes have the
/// same ids.
std::vector<GroupKey> partnerGroups(const GraphScene& scene, const GroupKey& group,
                                    const GraphScene& other);

} // namespace partita
