#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"

namespace partita {

/// Encodes pictures of one size as an animated WebP, without loss, that plays for ever. A frame costs
/// only what differs from the one before.
class WebpAnimation {
public:
    WebpAnimation(int width, int height);
    ~WebpAnimation();
    WebpAnimation(const WebpAnimation&) = delete;
    WebpAnimation& operator=(const WebpAnimation&) = delete;

    /// Adds a picture: four bytes for each pixel, blue, green, red and one that is ignored, row by row.
    Result<void> add(std::span<const std::uint8_t> pixels, int milliseconds);
    /// The file.
    Result<std::string> finish();

private:
    struct Encoder;
    std::unique_ptr<Encoder> m_encoder;
};

} // namespace partita
