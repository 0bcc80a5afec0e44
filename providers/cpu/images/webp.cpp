#include <webp/decode.h>

#include "core/provider/node_failure.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

Picture decodeWebp(Bytes bytes, Wanted wanted) {
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    int width = 0, height = 0;
    require(WebPGetInfo(data, bytes.size(), &width, &height) != 0, "the WebP is damaged");
    Picture picture;
    if (!picture.resize(width, height, bytes.size(), wanted))
        return picture;
    require(WebPDecodeRGBInto(data, bytes.size(), picture.rgb.data(), picture.rgb.size(),
                              width * 3) != nullptr,
            "the WebP is damaged");
    return picture;
}

} // namespace partita::cpu
