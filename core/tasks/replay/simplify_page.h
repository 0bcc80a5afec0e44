#pragma once

#include <string>

#include "core/tasks/replay/simplify_replay.h"

namespace partita {

/// A simplification as a self-contained page that plays it: each step with the graph around it before
/// and after, its place in the whole graph, and the figures as curves; below them the operators before
/// and after, and every pass. `replay` is placed already, or it has no figures of placements. Fails
/// when cancelled.
Result<std::string> simplifyPage(SimplifyReplay& replay, const std::string& title,
                                 const Progress& progress);

namespace page {
extern const char* const kSimplifyStyle;
extern const char* const kSimplifyPlayer; ///< the elements of the player
extern const char* const kSimplifyScript; ///< plays `D`
} // namespace page

} // namespace partita
