#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/file_writing.h"
#include "core/base/progress.h"
#include "core/tasks/replay/replay_film.h"

namespace partita::cli {

/// How `writePicture` writes a drawing.
struct PictureOptions {
    double scale = 1;
    Scheme scheme = Scheme::light;
    Replace replace = Replace::no;
};

/// The files of a PNG in tiles, row by row: "graph-1-1.png" is the first one of "graph.png".
struct PictureTiles {
    std::size_t rows = 1, columns = 1;
    std::vector<std::string> files;
};

/// The width of a text in the fonts of the picture, in units of the drawing.
double pictureTextWidth(const std::string& text, bool title);

/// Writes a drawing to .svg, .png or .pdf; the file appears complete or not at all. Fails for any
/// other ending. A picture that is larger than the format, or than memory should hold, is scaled
/// down, and the log says so. Returns the scale at which it is drawn.
Result<double> writePicture(const Drawing& drawing, const std::string& path,
                            const PictureOptions& options);

/// Paints the parts of a frame over the canvas. Returns four bytes for each pixel: blue, green, red,
/// and one that means nothing.
std::vector<std::uint8_t> paintParts(const std::vector<FramePart>& parts, int width, int height,
                                     Scheme scheme);

/// Whether one file of that format holds the picture at the scale.
bool fitsOneFile(const Drawing& drawing, const std::string& path, double scale);
/// The tiles of a PNG at the scale. Fails for more tiles than a folder should get.
Result<PictureTiles> tilesOf(const Drawing& drawing, const std::string& path, double scale);
/// Writes the tiles: all of them, or none where one fails or the work is cancelled.
Result<void> writeTiles(const Drawing& drawing, const PictureTiles& tiles,
                        const PictureOptions& options, const Progress& progress);

} // namespace partita::cli
