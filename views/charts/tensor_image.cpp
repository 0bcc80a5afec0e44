#include "views/charts/tensor_image.h"

#include <cmath>

namespace partita {

namespace {

constexpr std::int64_t kLeast = 8, kMost = 8192;

/// Maps a pixel and a channel to the index of an element of a slice.
struct Layout {
    enum class Kind { grey, channelsFirst, channelsLast } kind = Kind::grey;
    std::int64_t height = 0, width = 0;
    int channels = 1;
};

bool isColours(std::int64_t channels) { return channels == 3 || channels == 4; }

Layout layoutOf(const TensorSlice& slice) {
    const auto& dims = slice.tensor().dims;
    const std::size_t rank = dims.size();
    if (rank >= 3 && isColours(dims[rank - 1]) && dims[rank - 2] >= kLeast &&
        dims[rank - 3] >= kLeast)
        return {Layout::Kind::channelsLast, dims[rank - 3], dims[rank - 2],
                static_cast<int>(dims[rank - 1])};
    if (rank >= 3 && isColours(dims[rank - 3]))
        return {Layout::Kind::channelsFirst, slice.rows(), slice.columns(),
                static_cast<int>(dims[rank - 3])};
    return {Layout::Kind::grey, slice.rows(), slice.columns(), 1};
}

} // namespace

QImage tensorImage(const TensorSlice& given) {
    const Layout layout = layoutOf(given);
    if (given.tensor().type == DataType::string || layout.height < kLeast ||
        layout.width < kLeast || layout.height > kMost || layout.width > kMost)
        return {};
    TensorSlice slice = given;
    const auto element = [&](std::int64_t y, std::int64_t x, int channel) {
        auto at = slice.at();
        switch (layout.kind) {
        case Layout::Kind::grey: return slice.number(y, x);
        case Layout::Kind::channelsFirst:
            at.back() = channel;
            slice.moveTo(at);
            return slice.number(y, x);
        case Layout::Kind::channelsLast:
            at.back() = y;
            slice.moveTo(at);
            return slice.number(x, channel);
        }
        return 0.0;
    };
    const bool bytes = given.tensor().type == DataType::uint8;
    double least = bytes ? 0 : HUGE_VAL, most = bytes ? 255 : -HUGE_VAL;
    const int colours = std::min(3, layout.channels);
    if (!bytes)
        for (std::int64_t y = 0; y < layout.height; ++y)
            for (std::int64_t x = 0; x < layout.width; ++x)
                for (int channel = 0; channel < colours; ++channel)
                    if (const double value = element(y, x, channel); std::isfinite(value)) {
                        least = std::min(least, value);
                        most = std::max(most, value);
                    }
    const auto level = [&](double value) {
        if (!(most > least) || std::isnan(value))
            return 0;
        return static_cast<int>(255 * std::clamp((value - least) / (most - least), 0.0, 1.0));
    };
    QImage image(static_cast<int>(layout.width), static_cast<int>(layout.height),
                 QImage::Format_RGB32);
    for (std::int64_t y = 0; y < layout.height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(y)));
        for (std::int64_t x = 0; x < layout.width; ++x) {
            const int first = level(element(y, x, 0));
            line[x] = colours == 1 ? qRgb(first, first, first)
                                   : qRgb(first, level(element(y, x, 1)), level(element(y, x, 2)));
        }
    }
    return image;
}

} // namespace partita
