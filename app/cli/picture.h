#pragma once

#include <string>

#include "core/base/file_writing.h"
#include "core/scene/drawing.h"

namespace partita::cli {

/// How `writePicture` writes a drawing.
struct PictureOptions {
    double scale = 1;
    Scheme scheme = Scheme::light;
    Replace replace = Replace::no;
};

/// The width of a text in the fonts of the picture, in units of the drawing.
double pictureTextWidth(const std::string& text, bool title);

/// Writes a drawing to .svg, .png or .pdf; the file appears complete or not at all. Fails for any
/// other ending. A picture that is larger than the format, or than memory should hold, is scaled
/// down, and the log says so. Returns the scale at which it is drawn.
Result<double> writePicture(const Drawing& drawing, const std::string& path,
                            const PictureOptions& options);

} // namespace partita::cli
