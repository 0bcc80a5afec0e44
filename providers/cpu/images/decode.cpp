#include "providers/cpu/images/decode.h"

#include <string_view>

#include "core/provider/node_failure.h"

namespace partita::cpu {

bool Picture::resize(std::int64_t columns, std::int64_t rows, std::size_t fileBytes,
                     Wanted wanted) {
    constexpr std::int64_t kMostPixels = std::int64_t{1} << 28;
    // A picture of one colour: PNG reaches 8,000 pixels for each byte. Formats without a bound may
    // exceed that in small pictures only.
    constexpr std::int64_t kMostPixelsPerByte = 10'000, kSmallPicture = std::int64_t{1} << 22;
    require(columns > 0 && rows > 0 && columns <= kMostPixels && rows <= kMostPixels / columns,
            "the picture is empty or has more than 2^28 pixels");
    require(columns * rows <= kSmallPicture ||
                columns * rows / kMostPixelsPerByte <= static_cast<std::int64_t>(fileBytes),
            "the picture claims more pixels than its bytes can hold");
    width = columns;
    height = rows;
    if (wanted == Wanted::size)
        return false;
    rgb.assign(static_cast<std::size_t>(columns * rows * 3), 0);
    return true;
}

Picture decodeHere(Bytes bytes, Wanted wanted) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    using namespace std::string_view_literals;
    if (text.starts_with("\xFF\xD8\xFF"sv))
        return decodeJpeg(bytes, wanted);
    if (text.starts_with("\x89PNG"sv))
        return decodePng(bytes, wanted);
    if (text.starts_with("BM"sv))
        return decodeBmp(bytes, wanted);
    if (text.starts_with("RIFF"sv) && text.size() > 12 && text.substr(8, 4) == "WEBP"sv)
        return decodeWebp(bytes, wanted);
    if (text.starts_with("II*\0"sv) || text.starts_with("MM\0*"sv))
        return decodeTiff(bytes, wanted);
    if (text.starts_with("\0\0\0\x0CjP  "sv) || text.starts_with("\xFF\x4F\xFF\x51"sv))
        return decodeJpeg2000(bytes, wanted);
    require(text.size() > 2 && text[0] == 'P' && text[1] >= '1' && text[1] <= '6',
            "the bytes are none of BMP, JPEG, JPEG 2000, PNG, PNM, TIFF and WebP");
    return decodePnm(bytes, wanted);
}

} // namespace partita::cpu
