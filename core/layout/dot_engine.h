#pragma once

#include <chrono>
#include <string>

#include "core/layout/layout.h"

namespace partita {

/// The most boxes that are given to Graphviz: beyond, it takes minutes or aborts.
inline constexpr std::size_t kDotBoxLimit = 300;

/// A layout by Graphviz's dot, in a child process that is killed after `limit`. Fails above
/// kDotBoxLimit boxes, when dot is missing or fails, and when it takes too long.
Result<Layout> dotLayout(const LayoutInput& input,
                         std::chrono::milliseconds limit = std::chrono::seconds(10),
                         const Progress& progress = {});

/// The layout in what `dot -Tplain` prints of these boxes, which are called b0, b1 …, and of an edge
/// for each net and target. Fails for anything else, and for coordinates that are not finite.
Result<Layout> layoutOfPlain(const LayoutInput& input, const std::string& text);

} // namespace partita
