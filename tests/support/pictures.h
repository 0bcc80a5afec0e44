#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace partita::test {

/// An encoded picture.
struct PictureFile {
    std::string name; ///< the format and its variant: "png of a palette"
    std::string bytes;
    bool lossless = true;
};

/// The same colour picture in every format that ImageDecoder reads, in several variants of each.
/// `rgb`: three bytes for each pixel.
std::vector<PictureFile> pictureFiles(int width, int height, const std::vector<std::uint8_t>& rgb);

/// `width` × `height` pixels of a picture with areas and edges, another one for each seed.
std::vector<std::uint8_t> somePixels(int width, int height, std::uint64_t seed);

} // namespace partita::test
