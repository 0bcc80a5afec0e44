#include "app/pictures/simplify_animation.h"

#include "app/pictures/webp_animation.h"
#include "core/base/try.h"

namespace partita {

Result<std::string> simplifyAnimation(SimplifyReplay& replay, const FilmOptions& options,
                                      const DrawingText& text, const FramePainter& paint,
                                      const Progress& progress) {
    ReplayFilm film(replay, options, text);
    const auto frames = PARTITA_TRY(film.frames(progress));
    WebpAnimation animation(options.width, options.height());
    std::size_t done = 0;
    for (const FilmFrame& frame : frames) {
        if (progress.cancelled())
            return Error{Errc::cancelled, PARTITA_TEXT("cancelled"), {}, {}};
        PARTITA_TRY(animation.add(paint(film.draw(frame), options.width, options.height()),
                                  frame.milliseconds));
        progress.at(static_cast<double>(++done) / static_cast<double>(frames.size()));
    }
    return animation.finish();
}

} // namespace partita
