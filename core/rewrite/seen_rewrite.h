#pragma once

#include "core/rewrite/rewrite_history.h"

namespace partita {

/// The last rewrite of the range [begin, end) that can be seen in a picture, which shows no
/// constants; nothing: none can.
std::optional<std::size_t> lastSeenRewrite(const RewriteHistory& history, std::size_t begin,
                                           std::size_t end);

/// The graph in which a rewrite is seen, which both models have; none: only its effects elsewhere.
GraphId graphOfRewrite(const Rewrite& rewrite, const Model& before, const Model& after);

/// The node to look at after a rewrite: its own, one that it made or changed, what made an input of
/// one that it took out, or what reads a constant that it made. `graph`: where it is; none: anywhere.
NodeId nodeOfRewrite(const Rewrite& rewrite, const Model& after, GraphId graph);

} // namespace partita
