#pragma once

#include <chrono>

#include "core/layout/layout.h"

namespace partita {

/// The most boxes that are given to Graphviz: beyond, it takes minutes or aborts.
inline constexpr std::size_t kDotBoxLimit = 300;

/// A layout by Graphviz's dot, in a child process that is killed after `limit`. Fails above
/// kDotBoxLimit boxes, when dot is missing or fails, and when it takes too long.
Result<Layout> dotLayout(const LayoutInput& input,
                         std::chrono::milliseconds limit = std::chrono::seconds(10),
                         const Progress& progress = {});

} // namespace partita
