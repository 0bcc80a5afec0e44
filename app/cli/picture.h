#pragma once

#include <string>

#include "core/base/file_writing.h"
#include "core/scene/graph_scene.h"

namespace partita::cli {

/// How a picture is coloured.
enum class ColorBy { provider, op, type, time };

struct PictureOptions {
    ColorBy colorBy = ColorBy::provider;
    double scale = 1;
    Replace replace = Replace::no;
    std::string title;
    std::vector<double> times;      ///< by box, milliseconds; for ColorBy::time
    std::vector<std::string> types; ///< by box, for ColorBy::type
};

/// Width of a text in the picture's fonts.
double pictureTextWidth(const std::string& text, bool title);

/// Draws the scene with its legend to .svg, .png or .pdf; the file appears complete or not at all.
Result<void> drawPicture(const GraphScene& scene, const Partitioning& partitioning,
                         const std::string& path, const PictureOptions& options);

} // namespace partita::cli
