#pragma once

#include <cstddef>

namespace partita {

/// How many placements a search for remedies tries in a model of `nodes` nodes: about a second's
/// work.
std::size_t trialsFor(std::size_t nodes);
/// How many of them it tries at the same time, on this machine.
std::size_t threadsFor(std::size_t nodes);

} // namespace partita
