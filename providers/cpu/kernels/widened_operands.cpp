#include "providers/cpu/kernels/widened_operands.h"

#include <algorithm>

#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/widened_product.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

struct SomeImages {
    std::int64_t first, count;
};

/// Widens some of the images into `to`, line by line. `padded`: their spatial sizes with as much of the
/// padding as filters see.
void widenImages(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
                 const SomeImages& some, std::int16_t* to) {
    const std::size_t last = padded.size() - 1;
    const std::int64_t channels = geometry.in[1], width = padded[last],
                       linesOfImage = product(padded, 0, last),
                       left = std::min(geometry.window.padBegin[last], width),
                       inside = std::clamp<std::int64_t>(geometry.in[last + 2], 0, width - left);
    const auto widenLine = [&](std::int64_t line, std::int16_t* start) {
        std::int64_t from = 0, size = 1, rest = line % linesOfImage;
        bool meets = true;
        for (std::size_t i = last; i-- > 0; rest /= padded[i]) {
            const std::int64_t at = rest % padded[i] - geometry.window.padBegin[i];
            meets = meets && at >= 0 && at < geometry.in[i + 2];
            from += meets ? at * size : 0;
            size *= geometry.in[i + 2];
        }
        const std::int64_t count = meets ? inside : 0;
        std::fill_n(start, left * channels, std::int16_t{0});
        from += (some.first + line / linesOfImage) * size;
        widenRow(pixels.type, pixels.codes + from * geometry.in[last + 2] * channels, pixels.zero,
                 start + left * channels, count * channels);
        std::fill(start + (left + count) * channels, start + width * channels, std::int16_t{0});
    };
    parallelFor(some.count * linesOfImage, 1 + 65536 / (1 + width * channels),
                [&](std::int64_t begin, std::int64_t end) {
                    for (std::int64_t line = begin; line < end; ++line)
                        widenLine(line, to + line * width * channels);
                });
}

} // namespace

void forWidenedImages(const ConvGeometry& geometry, const Dims& padded, const CodedPixels& pixels,
                      const std::function<void(const WidenedImages&)>& visit) {
    constexpr std::int64_t kInCache = 1 << 20; // numbers
    const std::int64_t ofImage = product(padded) * geometry.in[1],
                       atATime = std::clamp<std::int64_t>(kInCache / ofImage, 1, geometry.in[0]);
    auto* numbers = scratchFor<std::int16_t>(atATime * ofImage + kBehindImages, kForTiles);
    for (std::int64_t first = 0; first < geometry.in[0]; first += atATime) {
        const std::int64_t count = std::min(atATime, geometry.in[0] - first);
        widenImages(geometry, padded, pixels, {first, count}, numbers);
        visit({first, count, numbers});
    }
}

} // namespace partita::cpu
