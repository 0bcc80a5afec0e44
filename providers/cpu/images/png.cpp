#include <memory>

#include <png.h>

#include "core/provider/node_failure.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

Picture decodePng(Bytes bytes, Wanted wanted) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    const std::unique_ptr<png_image, void (*)(png_image*)> freed(&image, png_image_free);
    Picture picture;
    const bool begun = png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) != 0;
    if (begun) {
        // Read with transparency, which is dropped below: read as RGB, libpng would compose it on
        // black.
        image.format = PNG_FORMAT_RGBA;
        if (!picture.resize(image.width, image.height, bytes.size(), wanted))
            return picture;
        std::vector<std::uint8_t> rgba(PNG_IMAGE_SIZE(image));
        if (png_image_finish_read(&image, nullptr, rgba.data(), 0, nullptr) != 0) {
            for (std::size_t i = 0; i < rgba.size() / 4; ++i)
                for (std::size_t channel = 0; channel < 3; ++channel)
                    picture.rgb[i * 3 + channel] = rgba[i * 4 + channel];
            return picture;
        }
    }
    throw NodeFailure(PARTITA_TEXT("the PNG is damaged: {0}", image.message));
}

} // namespace partita::cpu
