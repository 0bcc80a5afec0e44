#pragma once

#include <vector>

#include "core/tasks/replay/simplify_replay.h"

namespace partita {

/// How a simplification becomes a film.
struct FilmOptions {
    int width = 960; ///< pixels; the height is 5/8 of it
    double framesPerSecond = 4;
    std::size_t mostFrames = 240;
    [[nodiscard]] int height() const { return width * 5 / 8; }
};

/// A drawing at a place of a frame. Texts in other sizes than a drawing has are drawings of their own.
struct FramePart {
    Drawing drawing;
    PointF at; ///< of the origin of the drawing, in pixels
    double scale = 1;
};

/// A picture of a film: the states that it stands for, and how long it is seen.
struct FilmFrame {
    std::size_t first = 0, last = 0; ///< numbers of rewrites
    int milliseconds = 0;
};

/// Chooses and draws the frames of a simplification. Steps of one pass with the same picture are one
/// frame; where there are still too many, frames of the longest passes are left out evenly.
class ReplayFilm {
public:
    ReplayFilm(SimplifyReplay& replay, FilmOptions options, DrawingText text);
    /// Fails when cancelled.
    Result<std::vector<FilmFrame>> frames(const Progress& progress);
    [[nodiscard]] std::vector<FramePart> draw(const FilmFrame& frame);

private:
    class Page;

    SimplifyReplay& m_replay;
    FilmOptions m_options;
    DrawingText m_text;
    StepPainter m_painter;
};

} // namespace partita
