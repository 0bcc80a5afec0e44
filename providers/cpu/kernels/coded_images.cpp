#include "providers/cpu/kernels/coded_images.h"

#include <algorithm>

#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/widened_product.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

struct SomeImages {
    std::int64_t first, count;
};

/// Copies some of the images to `to`, line by line. `padded`: their spatial sizes with as much of the
/// padding as filters see.
template <class T>
void padImages(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
               const SomeImages& some, T* to) {
    const T zero = pixels.zeroAs<T>();
    const std::size_t last = padded.size() - 1;
    const std::int64_t channels = geometry.in[1], width = padded[last],
                       linesOfImage = product(padded, 0, last),
                       left = std::min(geometry.window.padBegin[last], width),
                       inside = std::clamp<std::int64_t>(geometry.in[last + 2], 0, width - left);
    const auto copyLine = [&](std::int64_t line, T* start) {
        std::int64_t from = 0, size = 1, rest = line % linesOfImage;
        bool meets = true;
        for (std::size_t i = last; i-- > 0; rest /= padded[i]) {
            const std::int64_t at = rest % padded[i] - geometry.window.padBegin[i];
            meets = meets && at >= 0 && at < geometry.in[i + 2];
            from += meets ? at * size : 0;
            size *= geometry.in[i + 2];
        }
        const std::int64_t count = meets ? inside : 0;
        std::fill_n(start, left * channels, zero);
        from += (some.first + line / linesOfImage) * size;
        pixels.read(from * geometry.in[last + 2] * channels, count * channels,
                    start + left * channels);
        std::fill(start + (left + count) * channels, start + width * channels, zero);
    };
    parallelFor(some.count * linesOfImage, 1 + 65536 / (1 + width * channels),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t line = begin; line < end; ++line)
                        copyLine(line, to + line * width * channels);
                });
}

} // namespace

void CodedPixels::read(std::int64_t place, std::int64_t count, std::int16_t* to) const {
    widenRow(type, codes + place, zero, to, count);
}

void CodedPixels::read(std::int64_t place, std::int64_t count, std::uint8_t* to) const {
    const auto* from = reinterpret_cast<const std::uint8_t*>(codes + place);
    if (type == DataType::uint8)
        std::copy_n(from, count, to);
    else
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<std::uint8_t>(from[i] ^ 0x80U);
}

void CodedFilters::read(std::int64_t filter, std::int64_t each, std::int64_t index,
                        std::int64_t step, std::int64_t count, std::int16_t* to) const {
    const std::int32_t zero = zeros[zeros.size() > 1 ? static_cast<std::size_t>(filter) : 0];
    const auto readFrom = [&](const auto* from) {
        for (std::int64_t i = 0; i < count; ++i)
            to[i] = static_cast<std::int16_t>(from[i * step] - zero);
    };
    if (codes.type == DataType::uint8)
        readFrom(codes.as<std::uint8_t>() + filter * each + index);
    else
        readFrom(codes.as<std::int8_t>() + filter * each + index);
}

template <class T>
void forPaddedImages(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
                     std::int64_t behind, const VisitImages<T>& visit) {
    if constexpr (std::is_same_v<T, std::uint8_t>)
        if (behind == 0 && pixels.type == DataType::uint8 && areAll(geometry.window.padBegin, 0) &&
            std::equal(padded.begin(), padded.end(), geometry.in.begin() + 2))
            return visit({0, geometry.in[0], reinterpret_cast<const std::uint8_t*>(pixels.codes)});
    constexpr std::int64_t kInCache = 1 << 20; // numbers
    const std::int64_t ofImage = product(padded) * geometry.in[1],
                       atATime = std::clamp<std::int64_t>(kInCache / ofImage, 1, geometry.in[0]);
    T* numbers = scratchFor<T>(atATime * ofImage + behind, kForTiles);
    for (std::int64_t first = 0; first < geometry.in[0]; first += atATime) {
        const std::int64_t count = std::min(atATime, geometry.in[0] - first);
        padImages(geometry, padded, pixels, {first, count}, numbers);
        visit({first, count, numbers});
    }
}

template void forPaddedImages(const ConvGeometry&, const Dims&, const CodedPixels&, std::int64_t,
                              const VisitImages<std::int16_t>&);
template void forPaddedImages(const ConvGeometry&, const Dims&, const CodedPixels&, std::int64_t,
                              const VisitImages<std::uint8_t>&);

} // namespace partita::cpu
