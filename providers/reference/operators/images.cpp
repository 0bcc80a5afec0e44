// ImageDecoder. The reference uses the same decoders as the CPU provider, because file formats are
// no part of ONNX; only the conversion of their pixels is written here.

#include <algorithm>
#include <cmath>

#include "providers/cpu/images/decode.h"
#include "providers/reference/catalogue.h"

namespace partita::reference {

/// encoded_stream [n] to image [height, width, channels].
void imageDecoder(Call& call) {
    const Array& file = call.in(0);
    require(file.type() == DataType::uint8 && file.rank() == 1,
            "the input must be the bytes of one file, a vector of uint8");
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i < file.count(); ++i)
        bytes.push_back(static_cast<std::byte>(file.integer(i)));
    const cpu::Picture picture = cpu::decodeImage(bytes);
    const std::string format = call.text("pixel_format", "RGB");
    const bool grey = format == "Grayscale";
    require(grey || format == "RGB" || format == "BGR", "this pixel_format is not known");
    Array result(DataType::uint8, {picture.height, picture.width, grey ? 1 : 3});
    for (Index at(result.dims()); at; ++at) {
        const auto* pixel = picture.rgb.data() + 3 * (at[0] * picture.width + at[1]);
        if (grey) // luma of ITU-R BT.601
            result.set(at.place(),
                       std::floor(0.299 * pixel[0] + 0.587 * pixel[1] + 0.114 * pixel[2] + 0.5));
        else
            result.set(at.place(), pixel[format == "RGB" ? at[2] : 2 - at[2]]);
    }
    call.give(result);
}

} // namespace partita::reference
