#pragma once

#include <string>

#include "core/base/file_writing.h"
#include "core/scene/drawing.h"

namespace partita::cli {

struct PictureOptions {
    double scale = 1;
    Scheme scheme = Scheme::light;
    Replace replace = Replace::no;
};

/// Width of a text in the picture's fonts.
double pictureTextWidth(const std::string& text, bool title);

/// Writes a drawing to .svg, .png or .pdf; the file appears complete or not at all.
Result<void> writePicture(const Drawing& drawing, const std::string& path,
                          const PictureOptions& options);

} // namespace partita::cli
