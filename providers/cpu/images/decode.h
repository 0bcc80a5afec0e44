#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/base/buffer.h"

namespace partita::cpu {

/// How far a file is decoded.
enum class Wanted : std::uint8_t { size, pixels };

/// A decoded picture: rows from the top, three bytes (red, green, blue) for each pixel.
struct Picture {
    std::int64_t width = 0, height = 0;
    std::vector<std::uint8_t> rgb;

    /// Allocates the pixels that a file of `fileBytes` claims to hold. Throws NodeFailure where
    /// that is none, more than 2^28, or more than any compression gets into so few bytes. False
    /// where only the size is wanted: then nothing is allocated, and decoding ends.
    [[nodiscard]] bool resize(std::int64_t columns, std::int64_t rows, std::size_t fileBytes,
                              Wanted wanted);
    /// The first byte of row `y`.
    [[nodiscard]] std::uint8_t* row(std::int64_t y) { return rgb.data() + y * width * 3; }
};

/// Decodes BMP, JPEG, JPEG 2000, PNG, PNM, TIFF or WebP, recognized by the first bytes, in a
/// `partita-worker`. Transparency is dropped. Throws NodeFailure for any other format, for damaged
/// files, where the decoder crashes or needs more time or memory than the size of the picture
/// justifies, and when stopped.
Picture decodeImage(Bytes bytes, const std::stop_token& stop = {});
/// The same in this process, without its protection.
Picture decodeHere(Bytes bytes, Wanted wanted = Wanted::pixels);

// One decoder for each format; each throws NodeFailure for damaged files.
Picture decodeBmp(Bytes bytes, Wanted wanted);
Picture decodeJpeg(Bytes bytes, Wanted wanted);
Picture decodeJpeg2000(Bytes bytes, Wanted wanted);
Picture decodePng(Bytes bytes, Wanted wanted);
Picture decodePnm(Bytes bytes, Wanted wanted);
Picture decodeTiff(Bytes bytes, Wanted wanted);
Picture decodeWebp(Bytes bytes, Wanted wanted);

} // namespace partita::cpu
