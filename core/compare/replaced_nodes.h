#pragma once

#include "core/compare/graph_matcher.h"

namespace partita {

/// Finds what became of nodes without a partner: the node they were fused into, the nodes that one
/// was split into. A node that became one other node, of another operator, is matched with it.
void findReplacedNodes(NodePairs& pairs, NodeMatching& matching);

} // namespace partita
