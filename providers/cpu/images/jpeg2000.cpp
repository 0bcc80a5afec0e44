#include <algorithm>
#include <cstring>
#include <memory>

#include <openjpeg.h>

#include "core/provider/node_failure.h"
#include "providers/cpu/images/decode.h"

namespace partita::cpu {

namespace {

struct JpegStream {
    Bytes bytes;
    std::size_t at = 0;
};

OPJ_SIZE_T readJpeg(void* to, OPJ_SIZE_T size, void* user) {
    auto& stream = *static_cast<JpegStream*>(user);
    if (stream.at >= stream.bytes.size())
        return static_cast<OPJ_SIZE_T>(-1); // end of the stream, for OpenJPEG
    const std::size_t count = std::min(size, stream.bytes.size() - stream.at);
    std::memcpy(to, stream.bytes.data() + stream.at, count);
    stream.at += count;
    return count;
}

OPJ_OFF_T skip(OPJ_OFF_T size, void* user) {
    auto& stream = *static_cast<JpegStream*>(user);
    if (size < 0 || static_cast<std::size_t>(size) > stream.bytes.size() - stream.at)
        return -1;
    stream.at += static_cast<std::size_t>(size);
    return size;
}

OPJ_BOOL seekJpeg(OPJ_OFF_T to, void* user) {
    auto& stream = *static_cast<JpegStream*>(user);
    if (to < 0 || static_cast<std::size_t>(to) > stream.bytes.size())
        return OPJ_FALSE;
    stream.at = static_cast<std::size_t>(to);
    return OPJ_TRUE;
}

/// A sample, signed or unsigned, as a byte: deeper samples lose their low bits.
std::uint8_t byteOf(const opj_image_comp_t& component, std::size_t i) {
    OPJ_INT32 value = component.data[i];
    if (component.sgnd)
        value += 1 << (component.prec - 1);
    if (component.prec > 8) {
        value >>= component.prec - 8;
    } else if (component.prec > 0 && component.prec < 8) { // the largest sample becomes 255
        const OPJ_INT32 most = (1 << component.prec) - 1;
        value = std::clamp(value, 0, most) * 255 / most;
    }
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

} // namespace

/// One, three or four components of the same size and of up to 16 bits; the fourth is dropped.
Picture decodeJpeg2000(Bytes bytes, Wanted wanted) {
    const bool boxed = bytes[0] == std::byte{0};
    const std::unique_ptr<opj_codec_t, void (*)(opj_codec_t*)> codec(
        opj_create_decompress(boxed ? OPJ_CODEC_JP2 : OPJ_CODEC_J2K), opj_destroy_codec);
    const std::unique_ptr<opj_stream_t, void (*)(opj_stream_t*)> stream(
        opj_stream_default_create(OPJ_TRUE), opj_stream_destroy);
    require(codec && stream, "there is no memory for the JPEG 2000 decoder");
    JpegStream source{bytes};
    opj_stream_set_user_data(stream.get(), &source, nullptr);
    opj_stream_set_user_data_length(stream.get(), bytes.size());
    opj_stream_set_read_function(stream.get(), readJpeg);
    opj_stream_set_skip_function(stream.get(), skip);
    opj_stream_set_seek_function(stream.get(), seekJpeg);
    opj_dparameters_t parameters;
    opj_set_default_decoder_parameters(&parameters);
    opj_image_t* header = nullptr;
    require(opj_setup_decoder(codec.get(), &parameters) &&
                opj_read_header(stream.get(), codec.get(), &header),
            "the JPEG 2000 is damaged");
    const std::unique_ptr<opj_image_t, void (*)(opj_image_t*)> image(header, opj_image_destroy);
    Picture picture; // before decoding, so that a size that is too large takes no memory
    if (!picture.resize(std::int64_t{image->x1} - image->x0, std::int64_t{image->y1} - image->y0,
                        bytes.size(), wanted))
        return picture;
    const OPJ_UINT32 count = image->numcomps;
    require(count == 1 || count == 3 || count == 4,
            "the JPEG 2000 must have one, three or four components");
    require(opj_decode(codec.get(), stream.get(), image.get()) != 0, "the JPEG 2000 is damaged");
    for (OPJ_UINT32 i = 0; i < std::min(count, 3U); ++i)
        require(image->comps[i].w == picture.width && image->comps[i].h == picture.height &&
                    image->comps[i].data && image->comps[i].prec <= 16,
                "the JPEG 2000's components differ in size or have more than 16 bits");
    for (std::size_t i = 0; i < picture.rgb.size(); ++i)
        picture.rgb[i] = byteOf(image->comps[count == 1 ? 0 : i % 3], i / 3);
    return picture;
}

} // namespace partita::cpu
