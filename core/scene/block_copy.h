#pragma once

#include <string>
#include <vector>

#include "core/scene/graph_scene.h"

namespace partita {

/// One copy of a block that repeats, as a picture of its own.
struct BlockCopy {
    /// A stretch of the picture, from top to bottom, and what it is called.
    struct Section {
        std::string title;
        double top = 0, bottom = 0; ///< in the picture
    };
    GroupKey group;            ///< the closed group whose first copy it is
    std::string title;         ///< of the copy: "layers.0"
    std::size_t repeats = 1;   ///< copies in the group
    std::vector<NodeId> nodes; ///< those that are drawn, in execution order
    GraphScene scene;          ///< boxes have the ids of the model; lines show no borders
    std::vector<Section> sections;
};

/// The group of a folded scene with this key that holds several copies of a block; null: there is none.
const NodeGroup* repeatedGroup(const GraphScene& scene, const GroupKey& key);

/// The first copy in a group of `scene`, coloured by `placed`. Its sections are the groups inside of
/// it, else its name scopes, else it is cut where few tensors cross, and called by operators. Of
/// `options`, the text widths count. Fails when there is no such group, and when cancelled.
Result<BlockCopy> firstCopy(const Model& model, const Partitioning& placed, const GraphScene& scene,
                            const GroupKey& key, const SceneOptions& options,
                            const Progress& progress = {});

} // namespace partita
