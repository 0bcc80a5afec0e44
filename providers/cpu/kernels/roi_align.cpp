#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

struct RoiAlignment {
    std::int64_t height, width; ///< bins
    std::int64_t ratio;         ///< samples along each axis of a bin; 0: one for each element
    double scale, offset;
    bool halfPixel, maximum;
};

/// Where the samples of a region lie along one axis, the same for all of its bins' rows or columns.
struct RoiAxis {
    double start = 0, binSize = 0;
    std::int64_t samples = 0; ///< in each bin
};

struct Region {
    std::int64_t image = 0;
    RoiAxis down, across;
};

Region regionAt(const RoiAlignment& how, const RuntimeValue& rois, std::int64_t r) {
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
    Region region;
    if (std::isnan(binHeight) || std::isnan(binWidth)) // such a box covers nothing
        return region;
    const auto samples = [&](double bin) {
        if (how.ratio > 0)
            return how.ratio;
        return sizeOf(std::max(0.0, std::ceil(bin))); // none in an empty or turned region
    };
    region.down = {top, binHeight, samples(binHeight)};
    region.across = {left, binWidth, samples(binWidth)};
    // Images have far fewer elements.
    constexpr std::int64_t kMostSamples = std::int64_t{1} << 23;
    require(product({how.height, how.width, region.down.samples, region.across.samples}) <=
                kMostSamples,
            "a region is too large to be sampled");
    return region;
}

/// The two elements along one axis between which a sample lies.
struct AxisSample {
    std::int64_t low = 0, high = 0; ///< offsets in a plane
    double toHigh = 0;              ///< 0: at `low`, 1: at `high`
    bool inside = false;            ///< outside of the image every value is 0
};

/// Appends the samples of one axis, bin by bin.
void appendSamples(std::vector<AxisSample>& all, const RoiAxis& axis, std::int64_t bins,
                   std::int64_t size, std::int64_t step) {
    for (std::int64_t bin = 0; bin < bins; ++bin)
        for (std::int64_t i = 0; i < axis.samples; ++i) {
            double at =
                axis.start + (static_cast<double>(bin) +
                              (static_cast<double>(i) + 0.5) / static_cast<double>(axis.samples)) *
                                 axis.binSize;
            AxisSample sample;
            sample.inside = at >= -1 && at <= static_cast<double>(size);
            if (sample.inside) {
                at = std::clamp(at, 0.0, static_cast<double>(size - 1));
                const auto low = static_cast<std::int64_t>(at);
                sample.toHigh = at - static_cast<double>(low);
                sample.low = low * step;
                sample.high = std::min(low + 1, size - 1) * step;
            }
            all.push_back(sample);
        }
}

/// The samples of one region and where its elements are.
template <class T> struct RoiWork {
    const T* image; ///< of the first channel
    T* out;         ///< of the first channel, [channels, bins]
    const AxisSample* down;
    const AxisSample* across;
    const Region* region;
};

/// Adds one sample to the sums of neighbouring channels, or takes the largest of its weighted
/// corners, as ONNX defines the maximum.
template <std::int64_t Channels, class T>
PARTITA_INLINE inline void addSample(const RoiAlignment& how, const T* image, const AxisSample& y,
                                     const AxisSample& x, T* result) {
    const bool inside = y.inside && x.inside;
    const double above = 1 - y.toHigh, before = 1 - x.toHigh;
    const T weights[4] = {static_cast<T>(above * before), static_cast<T>(above * x.toHigh),
                          static_cast<T>(y.toHigh * before), static_cast<T>(y.toHigh * x.toHigh)};
    const T* corners[4] = {image + y.low + x.low, image + y.low + x.high, image + y.high + x.low,
                           image + y.high + x.high};
    if (how.maximum)
        for (std::int64_t i = 0; i < 4; ++i)
            for (std::int64_t c = 0; c < Channels; ++c) {
                const T value = inside ? weights[i] * corners[i][c] : T{0};
                result[c] = result[c] < value ? value : result[c];
            }
    else if (inside)
        for (std::int64_t c = 0; c < Channels; ++c)
            result[c] = result[c] + weights[0] * corners[0][c] + weights[1] * corners[1][c] +
                        weights[2] * corners[2][c] + weights[3] * corners[3][c];
}

/// All bins of `Channels` channels, which are neighbours in memory unless there is only one.
template <std::int64_t Channels, class T>
PARTITA_INLINE inline void reduceBins(const RoiAlignment& how, const RoiWork<T>& work) {
    const std::int64_t rows = work.region->down.samples, columns = work.region->across.samples;
    const std::int64_t samples = rows * columns, bins = how.height * how.width;
    for (std::int64_t bin = 0; bin < bins; ++bin) {
        T result[Channels];
        for (T& each : result)
            each = how.maximum ? -std::numeric_limits<T>::infinity() : T{0};
        const AxisSample *down = work.down + bin / how.width * rows,
                         *across = work.across + bin % how.width * columns;
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t j = 0; j < columns; ++j)
                addSample<Channels>(how, work.image, down[i], across[j], result);
        const T divisor = how.maximum ? T{1} : static_cast<T>(samples);
        for (std::int64_t c = 0; c < Channels; ++c)
            work.out[c * bins + bin] = samples == 0 ? T{0} : result[c] / divisor;
    }
}

constexpr std::int64_t kChannelBlock = 32;

PARTITA_FOR_EACH_CPU
void reduceChannelBlock(const RoiAlignment& how, const RoiWork<float>& work) {
    reduceBins<kChannelBlock>(how, work);
}

PARTITA_FOR_EACH_CPU
void reduceChannelBlock(const RoiAlignment& how, const RoiWork<double>& work) {
    reduceBins<kChannelBlock>(how, work);
}

/// An image [N, C, H, W] in any memory order, and the regions of it that are computed together.
struct RoiBatch {
    std::vector<Region> regions;
    std::vector<AxisSample> samples; ///< of each region: those down, then those across
    std::vector<std::size_t> starts; ///< of the regions in `samples`
};

template <class T>
void reduceRegions(const RoiAlignment& how, const RuntimeValue& x, const Dims& strides,
                   const RoiBatch& batch, T* out) {
    const std::int64_t channels = x.dims[1], bins = how.height * how.width;
    // Blocks of channels where they are neighbours, and single ones for the rest.
    const std::int64_t whole = strides[1] == 1 ? channels / kChannelBlock : 0,
                       units = whole + channels - whole * kChannelBlock;
    const std::int64_t count = static_cast<std::int64_t>(batch.regions.size()) * units;
    parallelFor(count, 4, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            const std::int64_t unit = i % units;
            const auto r = static_cast<std::size_t>(i / units);
            T* result = out + static_cast<std::int64_t>(r) * channels * bins;
            const Region& region = batch.regions[r];
            const std::int64_t channel =
                unit < whole ? unit * kChannelBlock : unit - whole + whole * kChannelBlock;
            const AxisSample* down = batch.samples.data() + batch.starts[r];
            const RoiWork<T> work{x.as<T>() + region.image * strides[0] + channel * strides[1],
                                  result + channel * bins, down,
                                  down + how.height * region.down.samples, &region};
            if (unit < whole)
                reduceChannelBlock(how, work);
            else
                reduceBins<1>(how, work);
        }
    });
}

/// Computes all regions, as many at once as have samples for some megabytes.
void computeRegions(const RoiAlignment& how, const RuntimeValue& image,
                    const std::vector<Region>& regions, RuntimeValue& y) {
    const Dims& strides = image.strides;
    const std::int64_t each = image.dims[1] * how.height * how.width;
    constexpr std::size_t kMostAtOnce = std::size_t{1} << 17;
    for (std::size_t first = 0; first < regions.size();) {
        RoiBatch batch;
        for (std::size_t r = first; r < regions.size() && batch.samples.size() < kMostAtOnce; ++r) {
            batch.regions.push_back(regions[r]);
            batch.starts.push_back(batch.samples.size());
            appendSamples(batch.samples, regions[r].down, how.height, image.dims[2], strides[2]);
            appendSamples(batch.samples, regions[r].across, how.width, image.dims[3], strides[3]);
        }
        forFloatType(image.type, [&]<class T>() {
            reduceRegions(how, image, strides, batch,
                          y.as<T>() + static_cast<std::int64_t>(first) * each);
        });
        first += batch.regions.size();
    }
}

} // namespace

/// Averages sampled places in each bin of each region, or takes their maximum.
///
/// Inputs:   X float32, float64 [N, C, H, W], may be strided; rois [R, 4]; batch_indices int64 [R]
/// Outputs:  Y [R, C, output_height, output_width]
/// Method:   plain loops over regions and blocks of channels, on several threads: the samples of a
///           region are found once for all channels. An image in which channels are neighbours is
///           read in vectors; another one is brought into that order where many samples read it
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
    for (std::int64_t i = 0; i < rois.count(); ++i)
        require(std::isfinite(readNumber(rois, i)), "a region is not finite");
    std::vector<Region> regions;
    std::int64_t reads = 0; // by one channel
    for (std::int64_t r = 0; r < rois.dims[0]; ++r) {
        const std::int64_t image = checkedIndex(indexAt(batch, r), x.dims[0]);
        regions.push_back(regionAt(how, rois, r));
        regions.back().image = image;
        reads += 4 * bins * regions.back().down.samples * regions.back().across.samples;
    }
    RuntimeValue& y = context.output(0, x.type, {rois.dims[0], channels, how.height, how.width});
    if (y.count() == 0)
        return;
    RuntimeValue image = x;
    const std::int64_t step = x.strides.empty() ? h * w : x.strides[1];
    if (channels >= kChannelBlock && step != 1 && reads >= 2 * x.dims[0] * h * w)
        image = inOrderOf(x, {h * w * channels, 1, w * channels, channels});
    if (image.strides.empty()) // also where one order is another
        image.strides = denseStrides(image.dims);
    computeRegions(how, image, regions, y);
}

} // namespace partita::cpu
