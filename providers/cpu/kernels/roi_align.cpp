#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

constexpr std::int64_t kOutside = -1; ///< of the image, where every value is 0

/// One element that a sample reads, with its weight.
struct Tap {
    std::int64_t offset = kOutside;
    double weight = 0;
};

struct RoiAlignment {
    std::int64_t height, width; ///< bins
    std::int64_t ratio;         ///< samples along each axis of a bin; 0: one for each element
    double scale, offset;
    bool halfPixel, maximum;
};

/// Appends the four elements around a place of a plane; nothing where it lies outside.
void appendCorners(std::vector<Tap>& taps, std::int64_t height, std::int64_t width, double y,
                   double x) {
    const bool inside =
        y >= -1 && y <= static_cast<double>(height) && x >= -1 && x <= static_cast<double>(width);
    if (!inside) {
        taps.resize(taps.size() + 4);
        return;
    }
    y = std::clamp(y, 0.0, static_cast<double>(height - 1));
    x = std::clamp(x, 0.0, static_cast<double>(width - 1));
    const auto top = static_cast<std::int64_t>(y), left = static_cast<std::int64_t>(x);
    const double down = y - static_cast<double>(top), right = x - static_cast<double>(left);
    for (int i = 0; i < 4; ++i) {
        const std::int64_t row = std::min(top + i / 2, height - 1),
                           column = std::min(left + i % 2, width - 1);
        taps.push_back(
            {row * width + column, (i / 2 ? down : 1 - down) * (i % 2 ? right : 1 - right)});
    }
}

/// The taps of one region, the same for all channels: bins row by row, each with the same number of
/// taps; empty where the box is NaN.
std::vector<Tap> tapsOfRegion(const RoiAlignment& how, const RuntimeValue& rois, std::int64_t r,
                              std::int64_t h, std::int64_t w) {
    const auto corner = [&](std::int64_t i) {
        return readNumber(rois, 4 * r + i) * how.scale - how.offset;
    };
    const double left = corner(0), top = corner(1);
    double roiWidth = corner(2) - left, roiHeight = corner(3) - top;
    if (!how.halfPixel) {
        roiWidth = std::max(roiWidth, 1.0);
        roiHeight = std::max(roiHeight, 1.0);
    }
    const double binHeight = roiHeight / static_cast<double>(how.height),
                 binWidth = roiWidth / static_cast<double>(how.width);
    if (std::isnan(binHeight) || std::isnan(binWidth)) // such a box covers nothing
        return {};
    const auto samples = [&](double bin) {
        if (how.ratio > 0)
            return how.ratio;
        return sizeOf(std::max(0.0, std::ceil(bin))); // none in an empty or turned region
    };
    // All samples of a region are in memory at once; images have far fewer elements.
    constexpr std::int64_t kMostSamples = std::int64_t{1} << 23;
    const std::int64_t rows = samples(binHeight), columns = samples(binWidth);
    require(product({how.height, how.width, rows, columns}) <= kMostSamples,
            "a region is too large to be sampled");
    const auto place = [](double start, std::int64_t bin, std::int64_t sample, std::int64_t of,
                          double size) {
        return start + (static_cast<double>(bin) +
                        (static_cast<double>(sample) + 0.5) / static_cast<double>(of)) *
                           size;
    };
    std::vector<Tap> taps;
    for (std::int64_t i = 0; i < how.height; ++i)
        for (std::int64_t j = 0; j < how.width; ++j)
            for (std::int64_t a = 0; a < rows; ++a)
                for (std::int64_t b = 0; b < columns; ++b)
                    appendCorners(taps, h, w, place(top, i, a, rows, binHeight),
                                  place(left, j, b, columns, binWidth));
    return taps;
}

template <class T>
T reduceBin(const RoiAlignment& how, const T* plane, const Tap* taps, std::size_t count) {
    if (count == 0)
        return 0;
    const auto weighted = [&](const Tap& tap) {
        return tap.offset == kOutside ? T{0} : static_cast<T>(tap.weight) * plane[tap.offset];
    };
    T sum = 0, best = -std::numeric_limits<T>::infinity();
    if (how.maximum) { // the largest weighted corner, as ONNX defines it
        for (std::size_t t = 0; t < count; ++t)
            best = std::max(best, weighted(taps[t]));
        return best;
    }
    for (std::size_t t = 0; t < count; ++t)
        sum += weighted(taps[t]);
    return sum / static_cast<T>(count / 4);
}

} // namespace

/// Averages sampled places in each bin of each region, or takes their maximum.
///
/// Inputs:   X float32, float64 [N, C, H, W]; rois [R, 4]; batch_indices int64 [R]
/// Outputs:  Y [R, C, output_height, output_width]
/// Method:   plain loops: the bilinear samples of a region are found once and used for all
///           channels, which run on several threads
/// Fails:    when a batch index is out of range, a region is not finite, or it needs more than 2^23
///           samples
/// Source:   ONNX RoiAlign-22; He et al., "Mask R-CNN", 2017
void roiAlignKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &rois = context.input(1), &batch = context.input(2);
    require(x.dims.size() == 4 && rois.dims.size() == 2 && rois.dims[1] == 4 &&
                batch.count() == rois.dims[0],
            "regions must be [count, 4], with one batch index each");
    const Node& node = context.node();
    const bool half =
        context.version() >= 16 &&
        node.stringAttribute("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    const RoiAlignment how{node.intAttribute("output_height", 1),
                           node.intAttribute("output_width", 1),
                           node.intAttribute("sampling_ratio", 0),
                           static_cast<double>(node.floatAttribute("spatial_scale", 1)),
                           half ? 0.5 : 0,
                           half,
                           node.stringAttribute("mode", "avg") == "max"};
    require(how.height > 0 && how.width > 0 && how.ratio >= 0 && how.ratio < 1024,
            "the output size is not valid");
    const std::int64_t channels = x.dims[1], h = x.dims[2], w = x.dims[3],
                       bins = times(how.height, how.width);
    require(h > 0 && w > 0, "the image is empty");
    for (std::int64_t r = 0; r < rois.dims[0]; ++r)
        (void)checkedIndex(indexAt(batch, r), x.dims[0]);
    for (std::int64_t i = 0; i < rois.count(); ++i)
        require(std::isfinite(readNumber(rois, i)), "a region is not finite");
    RuntimeValue& y = context.output(0, x.type, {rois.dims[0], channels, how.height, how.width});
    if (y.count() == 0)
        return;
    for (std::int64_t r = 0; r < rois.dims[0]; ++r) {
        const std::int64_t n = checkedIndex(indexAt(batch, r), x.dims[0]);
        const std::vector<Tap> taps = tapsOfRegion(how, rois, r, h, w);
        const std::size_t each = taps.size() / static_cast<std::size_t>(bins); // 0 for a NaN box
        forFloatType(x.type, [&]<class T>() {
            parallelFor(channels, 64, [&](std::int64_t begin, std::int64_t end) {
                for (std::int64_t c = begin; c < end; ++c) {
                    const T* plane = x.as<T>() + (n * channels + c) * h * w;
                    T* out = y.as<T>() + (r * channels + c) * bins;
                    for (std::int64_t bin = 0; bin < bins; ++bin)
                        out[bin] = reduceBin(
                            how, plane, taps.data() + static_cast<std::size_t>(bin) * each, each);
                }
            });
        });
    }
}

} // namespace partita::cpu
