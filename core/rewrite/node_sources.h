#pragma once

#include <string>
#include <vector>

#include "core/rewrite/rewrite_history.h"

namespace partita {

/// What a node of a simplified model was made of.
struct NodeSources {
    std::vector<NodeId> nodes; ///< of the start of the history, in the order of their ids
    std::string pass;          ///< the last one that made or changed it; empty: it is as it was
};

/// The nodes of the start that a node came from, also through nodes that came and went.
NodeSources sourcesOf(const RewriteHistory& history, NodeId node);

} // namespace partita
