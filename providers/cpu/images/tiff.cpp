#include <algorithm>
#include <cstring>
#include <memory>

#include <tiffio.h>

#include "core/provider/node_failure.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

namespace {

struct TiffStream {
    Bytes bytes;
    std::uint64_t at = 0;
};

tmsize_t readTiff(thandle_t handle, void* to, tmsize_t size) {
    auto& stream = *static_cast<TiffStream*>(handle);
    if (size <= 0 || stream.at >= stream.bytes.size())
        return 0;
    const auto count =
        std::min<std::uint64_t>(static_cast<std::uint64_t>(size), stream.bytes.size() - stream.at);
    std::memcpy(to, stream.bytes.data() + stream.at, count);
    stream.at += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t writeNothing(thandle_t, void*, tmsize_t) { return 0; }

toff_t seekTiff(thandle_t handle, toff_t offset, int whence) {
    auto& stream = *static_cast<TiffStream*>(handle);
    stream.at = offset + (whence == SEEK_CUR   ? stream.at
                          : whence == SEEK_END ? stream.bytes.size()
                                               : 0);
    return stream.at;
}

int close(thandle_t) { return 0; }

toff_t size(thandle_t handle) { return static_cast<TiffStream*>(handle)->bytes.size(); }

} // namespace

Picture decodeTiff(Bytes bytes, Wanted wanted) {
    TIFFSetErrorHandler(nullptr); // NodeFailure reports the errors
    TIFFSetWarningHandler(nullptr);
    TiffStream stream{bytes};
    // The sizes of tiles and of the tables of tiles come from the file, hence the limit.
    constexpr tmsize_t kMostAtOnce = tmsize_t{1} << 30;
    const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(
        TIFFOpenOptionsAlloc(), TIFFOpenOptionsFree);
    TIFFOpenOptionsSetMaxSingleMemAlloc(
        options.get(),
        std::min(kMostAtOnce, (tmsize_t{64} << 20) + 16 * static_cast<tmsize_t>(bytes.size())));
    const std::unique_ptr<TIFF, void (*)(TIFF*)> file(
        TIFFClientOpenExt("input", "rm", &stream, readTiff, writeNothing, seekTiff, close, size,
                          nullptr, nullptr, options.get()),
        TIFFClose);
    require(file != nullptr, "the TIFF is damaged");
    std::uint32_t width = 0, height = 0;
    TIFFGetField(file.get(), TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(file.get(), TIFFTAG_IMAGELENGTH, &height);
    Picture picture;
    if (!picture.resize(width, height, bytes.size(), wanted))
        return picture;
    std::vector<std::uint32_t> pixels(picture.rgb.size() / 3);
    require(TIFFReadRGBAImageOriented(file.get(), width, height, pixels.data(), ORIENTATION_TOPLEFT,
                                      1) != 0,
            "the TIFF is damaged or of a kind that cannot be decoded");
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        picture.rgb[i * 3] = static_cast<std::uint8_t>(TIFFGetR(pixels[i]));
        picture.rgb[i * 3 + 1] = static_cast<std::uint8_t>(TIFFGetG(pixels[i]));
        picture.rgb[i * 3 + 2] = static_cast<std::uint8_t>(TIFFGetB(pixels[i]));
    }
    return picture;
}

} // namespace partita::cpu
