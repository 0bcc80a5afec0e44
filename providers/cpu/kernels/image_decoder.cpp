#include "providers/cpu/images/decode.h"
#include "providers/cpu/kernels/kernels.h"

namespace partita::cpu {

/// Decodes an image file to pixels.
///
/// Inputs:   encoded_stream uint8 [n], the bytes of one file
/// Outputs:  image uint8 [height, width, 3] in RGB or BGR, or [height, width, 1] in Grayscale
/// Method:   decodes BMP, JPEG, JPEG 2000, PNG, PNM, TIFF and WebP in a worker, drops transparency
/// Fails:    when the bytes are damaged, of another format, claim more than 2^28 pixels, or crash
///           or exhaust their decoder
/// Source:   ONNX ImageDecoder-20
void imageDecoderKernel(KernelContext& context) {
    const RuntimeValue& x = context.input(0);
    require(x.type == DataType::uint8 && x.dims.size() == 1 && x.count() > 0,
            "the input must be the bytes of one file, a vector of uint8");
    const std::string_view format = context.node().stringAttribute("pixel_format", "RGB");
    require(format == "RGB" || format == "BGR" || format == "Grayscale",
            "pixel_format must be RGB, BGR or Grayscale");
    const Picture picture =
        decodeImage({x.data, static_cast<std::size_t>(x.count())}, context.stop());
    const bool grey = format == "Grayscale";
    auto* to = context.output(0, DataType::uint8, {picture.height, picture.width, grey ? 1 : 3})
                   .as<std::uint8_t>();
    for (std::size_t i = 0; i < picture.rgb.size(); i += 3) {
        const std::uint8_t *rgb = picture.rgb.data() + i, first = format == "BGR" ? rgb[2] : rgb[0],
                           last = format == "BGR" ? rgb[0] : rgb[2];
        if (grey) { // luma of ITU-R BT.601, as JPEG has it
            *to++ = static_cast<std::uint8_t>(
                (rgb[0] * 19595 + rgb[1] * 38470 + rgb[2] * 7471 + 0x8000) >> 16);
            continue;
        }
        *to++ = first;
        *to++ = rgb[1];
        *to++ = last;
    }
}

} // namespace partita::cpu
