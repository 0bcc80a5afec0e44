#include "tests/support/pictures.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <jpeglib.h>
#include <openjpeg.h>
#include <png.h>
#include <tiffio.h>
#include <webp/encode.h>

namespace partita::test {

namespace {

using Pixels = std::vector<std::uint8_t>;

/// What all encoders get: a picture that is right, so that none of them fails.
struct Source {
    int width, height;
    const Pixels& rgb;

    [[nodiscard]] std::uint8_t* row(int y) const { // encoders take rows that are not const
        return const_cast<std::uint8_t*>(rgb.data()) + std::ptrdiff_t{3} * y * width;
    }
};

template <class T> void append(std::string& bytes, T number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string bmp(const Source& from) {
    const auto stride = static_cast<std::uint32_t>((from.width * 3 + 3) / 4 * 4);
    std::string file = "BM";
    append<std::uint32_t>(file, 54 + stride * static_cast<std::uint32_t>(from.height));
    append<std::uint32_t>(file, 0);
    append<std::uint32_t>(file, 54);
    append<std::uint32_t>(file, 40);
    append<std::int32_t>(file, from.width);
    append<std::int32_t>(file, from.height);
    append<std::uint16_t>(file, 1);
    append<std::uint16_t>(file, 24);
    file.resize(54, '\0');
    for (int y = from.height; y-- > 0;) {
        std::string row;
        for (int x = 0; x < from.width; ++x)
            for (int channel = 2; channel >= 0; --channel)
                row += static_cast<char>(from.row(y)[3 * x + channel]);
        row.resize(stride, '\0');
        file += row;
    }
    return file;
}

std::string pnm(const Source& from) {
    return "P6 " + std::to_string(from.width) + " " + std::to_string(from.height) + " 255\n" +
           std::string(from.rgb.begin(), from.rgb.end());
}

std::string jpeg(const Source& from, bool progressive, J_COLOR_SPACE space) {
    jpeg_compress_struct info{};
    jpeg_error_mgr errors{};
    info.err = jpeg_std_error(&errors);
    jpeg_create_compress(&info);
    unsigned char* memory = nullptr;
    unsigned long size = 0;
    jpeg_mem_dest(&info, &memory, &size);
    info.image_width = static_cast<JDIMENSION>(from.width);
    info.image_height = static_cast<JDIMENSION>(from.height);
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_colorspace(&info, space);
    if (progressive)
        jpeg_simple_progression(&info);
    jpeg_start_compress(&info, TRUE);
    while (info.next_scanline < info.image_height) {
        JSAMPROW row = from.row(static_cast<int>(info.next_scanline));
        jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
    std::string file(reinterpret_cast<const char*>(memory), size);
    jpeg_destroy_compress(&info);
    std::free(memory);
    return file;
}

/// `pixels`: in the given format of libpng; `colours`: the palette of a format with one.
std::string png(const Source& from, png_uint_32 format, const Pixels& pixels,
                const Pixels& colours = {}) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(from.width);
    image.height = static_cast<png_uint_32>(from.height);
    image.format = format;
    image.colormap_entries = static_cast<png_uint_32>(colours.size() / 3);
    const void* palette = colours.empty() ? nullptr : colours.data();
    png_alloc_size_t size = 0;
    png_image_write_to_memory(&image, nullptr, &size, 0, pixels.data(), 0, palette);
    std::string file(size, '\0');
    png_image_write_to_memory(&image, file.data(), &size, 0, pixels.data(), 0, palette);
    file.resize(size);
    return file;
}

Pixels withAlpha(const Source& from) {
    Pixels rgba;
    for (std::size_t i = 0; i < from.rgb.size(); ++i) {
        rgba.push_back(from.rgb[i]);
        if (i % 3 == 2)
            rgba.push_back(static_cast<std::uint8_t>(255 - i % 200));
    }
    return rgba;
}

/// The picture of a few colours, one byte for each pixel.
Pixels indices(const Source& from, std::size_t colours) {
    Pixels made;
    for (std::size_t i = 0; i < from.rgb.size(); i += 3)
        made.push_back(static_cast<std::uint8_t>(from.rgb[i] % colours));
    return made;
}

struct TiffFile {
    std::string bytes;
    std::size_t at = 0;
};

tmsize_t readFromTiff(thandle_t handle, void* to, tmsize_t size) {
    auto& file = *static_cast<TiffFile*>(handle);
    const std::size_t count = std::min(static_cast<std::size_t>(size), file.bytes.size() - file.at);
    std::memcpy(to, file.bytes.data() + file.at, count);
    file.at += count;
    return static_cast<tmsize_t>(count);
}

tmsize_t writeToTiff(thandle_t handle, void* from, tmsize_t size) {
    auto& file = *static_cast<TiffFile*>(handle);
    const auto count = static_cast<std::size_t>(size);
    file.bytes.resize(std::max(file.bytes.size(), file.at + count));
    std::memcpy(file.bytes.data() + file.at, from, count);
    file.at += count;
    return size;
}

toff_t seekInTiff(thandle_t handle, toff_t offset, int whence) {
    auto& file = *static_cast<TiffFile*>(handle);
    file.at = offset + (whence == SEEK_CUR ? file.at : whence == SEEK_END ? file.bytes.size() : 0);
    file.bytes.resize(std::max(file.bytes.size(), file.at));
    return file.at;
}

int closeTiff(thandle_t) { return 0; }

toff_t sizeOfTiff(thandle_t handle) { return static_cast<TiffFile*>(handle)->bytes.size(); }

std::string tiff(const Source& from, const char* mode, std::uint16_t compression, bool tiled) {
    TiffFile file;
    TIFF* out = TIFFClientOpen("picture", mode, &file, readFromTiff, writeToTiff, seekInTiff,
                               closeTiff, sizeOfTiff, nullptr, nullptr);
    TIFFSetField(out, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(from.width));
    TIFFSetField(out, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(from.height));
    TIFFSetField(out, TIFFTAG_BITSPERSAMPLE, 8);
    TIFFSetField(out, TIFFTAG_SAMPLESPERPIXEL, 3);
    TIFFSetField(out, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB);
    TIFFSetField(out, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
    TIFFSetField(out, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
    TIFFSetField(out, TIFFTAG_COMPRESSION, compression);
    constexpr int kTile = 16;
    if (tiled) {
        TIFFSetField(out, TIFFTAG_TILEWIDTH, kTile);
        TIFFSetField(out, TIFFTAG_TILELENGTH, kTile);
        for (int top = 0; top < from.height; top += kTile)
            for (int left = 0; left < from.width; left += kTile) {
                Pixels tile(std::size_t{3} * kTile * kTile);
                for (int y = top; y < std::min(top + kTile, from.height); ++y)
                    std::memcpy(tile.data() + std::ptrdiff_t{3} * (y - top) * kTile,
                                from.row(y) + std::ptrdiff_t{3} * left,
                                std::size_t{3} *
                                    static_cast<std::size_t>(std::min(kTile, from.width - left)));
                TIFFWriteTile(out, tile.data(), static_cast<std::uint32_t>(left),
                              static_cast<std::uint32_t>(top), 0, 0);
            }
    } else {
        TIFFSetField(out, TIFFTAG_ROWSPERSTRIP, 5);
        for (int y = 0; y < from.height; ++y) {
            Pixels row(from.row(y), from.row(y) + std::ptrdiff_t{3} * from.width);
            TIFFWriteScanline(out, row.data(), static_cast<std::uint32_t>(y), 0);
        }
    }
    TIFFClose(out);
    return std::move(file.bytes);
}

std::string webp(const Source& from, bool lossless) {
    std::uint8_t* memory = nullptr;
    const std::size_t size =
        lossless
            ? WebPEncodeLosslessRGB(from.row(0), from.width, from.height, from.width * 3, &memory)
            : WebPEncodeRGB(from.row(0), from.width, from.height, from.width * 3, 80, &memory);
    std::string file(reinterpret_cast<const char*>(memory), size);
    WebPFree(memory);
    return file;
}

struct StreamTo {
    std::string bytes;
    std::size_t at = 0;
};

OPJ_SIZE_T writeStream(void* from, OPJ_SIZE_T size, void* user) {
    auto& stream = *static_cast<StreamTo*>(user);
    stream.bytes.resize(std::max(stream.bytes.size(), stream.at + size));
    std::memcpy(stream.bytes.data() + stream.at, from, size);
    stream.at += size;
    return size;
}

OPJ_BOOL seekStream(OPJ_OFF_T to, void* user) {
    static_cast<StreamTo*>(user)->at = static_cast<std::size_t>(to);
    return OPJ_TRUE;
}

OPJ_OFF_T skipStream(OPJ_OFF_T size, void* user) {
    static_cast<StreamTo*>(user)->at += static_cast<std::size_t>(size);
    return size;
}

std::string jpeg2000(const Source& from, OPJ_CODEC_FORMAT format) {
    opj_image_cmptparm_t component{};
    component.dx = component.dy = 1;
    component.w = static_cast<OPJ_UINT32>(from.width);
    component.h = static_cast<OPJ_UINT32>(from.height);
    component.prec = 8;
    opj_image_cmptparm_t components[3] = {component, component, component};
    opj_image_t* image = opj_image_create(3, components, OPJ_CLRSPC_SRGB);
    image->x1 = component.w;
    image->y1 = component.h;
    for (std::size_t i = 0; i < from.rgb.size(); ++i)
        image->comps[i % 3].data[i / 3] = from.rgb[i];
    opj_cparameters_t parameters;
    opj_set_default_encoder_parameters(&parameters);
    parameters.tcp_numlayers = 1;
    parameters.tcp_rates[0] = 0; // lossless
    parameters.cp_disto_alloc = 1;
    parameters.numresolution = std::min(from.width, from.height) < 2 ? 1 : 2; // halvings fit in
    opj_codec_t* codec = opj_create_compress(format);
    opj_setup_encoder(codec, &parameters, image);
    StreamTo file;
    opj_stream_t* stream = opj_stream_default_create(OPJ_FALSE);
    opj_stream_set_user_data(stream, &file, nullptr);
    opj_stream_set_write_function(stream, writeStream);
    opj_stream_set_seek_function(stream, seekStream);
    opj_stream_set_skip_function(stream, skipStream);
    opj_start_compress(codec, image, stream);
    opj_encode(codec, stream);
    opj_end_compress(codec, stream);
    opj_stream_destroy(stream);
    opj_destroy_codec(codec);
    opj_image_destroy(image);
    return std::move(file.bytes);
}

} // namespace

std::vector<PictureFile> pictureFiles(int width, int height, const Pixels& rgb) {
    const Source from{width, height, rgb};
    const Pixels colours = {0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
    return {
        {"bmp", bmp(from)},
        {"pnm", pnm(from)},
        {"jpeg", jpeg(from, false, JCS_YCbCr), false},
        {"jpeg in scans", jpeg(from, true, JCS_YCbCr), false},
        {"jpeg in grey", jpeg(from, false, JCS_GRAYSCALE), false},
        {"png", png(from, PNG_FORMAT_RGB, rgb)},
        {"png with transparency", png(from, PNG_FORMAT_RGBA, withAlpha(from))},
        {"png of a palette",
         png(from, PNG_FORMAT_RGB_COLORMAP, indices(from, colours.size() / 3), colours), false},
        {"tiff", tiff(from, "w", COMPRESSION_NONE, false)},
        {"tiff, big-endian", tiff(from, "wb", COMPRESSION_PACKBITS, false)},
        {"tiff, LZW", tiff(from, "w", COMPRESSION_LZW, false)},
        {"tiff, deflated tiles", tiff(from, "w", COMPRESSION_ADOBE_DEFLATE, true)},
        {"webp", webp(from, false), false},
        {"webp without loss", webp(from, true)},
        {"jp2", jpeg2000(from, OPJ_CODEC_JP2)},
        {"j2k", jpeg2000(from, OPJ_CODEC_J2K)},
    };
}

Pixels somePixels(int width, int height, std::uint64_t seed) {
    Pixels rgb;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int channel = 0; channel < 3; ++channel) {
                seed = seed * 6364136223846793005U + 1442695040888963407U;
                const bool edge = (x / 4 + y / 3) % 2 == 0;
                const auto noise = static_cast<int>(seed >> 60);
                rgb.push_back(static_cast<std::uint8_t>(
                    edge ? 16 * channel + noise : (40 * channel + 6 * x + noise) % 256));
            }
    return rgb;
}

} // namespace partita::test
