#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/tasks/replay/replay_film.h"

namespace partita {

/// Paints the parts of a frame over the canvas; returns its pixels as WebpAnimation takes them.
using FramePainter =
    std::function<std::vector<std::uint8_t>(const std::vector<FramePart>&, int width, int height)>;

/// A simplification as an animated picture, for messages and pages that play no script. Fails when
/// cancelled.
Result<std::string> simplifyAnimation(SimplifyReplay& replay, const FilmOptions& options,
                                      const DrawingText& text, const FramePainter& paint,
                                      const Progress& progress);

} // namespace partita
