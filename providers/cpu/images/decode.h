#pragma once

#include <cstdint>
#include <vector>

#include "core/base/buffer.h"

namespace partita::cpu {

/// A decoded picture: rows from the top, three bytes (red, green, blue) for each pixel.
struct Picture {
    std::int64_t width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    /// Allocates the pixels that a file of `fileBytes` claims to hold. Throws NodeFailure where
    /// that is none, more than 2^28, or more than any compression gets into so few bytes.
    void resize(std::int64_t columns, std::int64_t rows, std::size_t fileBytes);
    /// The first byte of row `y`.
    [[nodiscard]] std::uint8_t* row(std::int64_t y) { return rgb.data() + y * width * 3; }
};

/// Decodes BMP, JPEG, JPEG 2000, PNG, PNM, TIFF or WebP, recognized by the first bytes.
/// Transparency is dropped. Throws NodeFailure for any other format and for damaged files.
Picture decodeImage(Bytes bytes);

// One decoder for each format; each throws NodeFailure for damaged files.
Picture decodeBmp(Bytes bytes);
Picture decodeJpeg(Bytes bytes);
Picture decodeJpeg2000(Bytes bytes);
Picture decodePng(Bytes bytes);
Picture decodePnm(Bytes bytes);
Picture decodeTiff(Bytes bytes);
Picture decodeWebp(Bytes bytes);

} // namespace partita::cpu
