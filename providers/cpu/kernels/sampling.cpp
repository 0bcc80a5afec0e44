// AffineGrid, which makes the places of GridSample, and DeformConv, which samples at such.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/number_product.h"
#include "providers/cpu/kernels/onednn.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/kernels/some_taps.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/vector_reductions.h"
#include "providers/cpu/loops/wrapping.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

/// Maps the places of an output image by affine matrices to places for GridSample.
///
/// Inputs:   theta float32, float64 [N, 2, 3] or [N, 3, 4]; size int64 [4] (N, C, H, W) or [5] (N,
///           C, D, H, W)
/// Outputs:  grid [N, H, W, 2] or [N, D, H, W, 3]
/// Method:   theta · (x, y(, z), 1) in double for each place. An axis of one element lies in the
///           middle, as in PyTorch; ONNX's function divides by 0 there with align_corners.
/// Fails:    when size does not fit theta
/// Source:   ONNX AffineGrid-20
void affineGridKernel(KernelContext& context) {
    const RuntimeValue& theta = context.input(0);
    const Dims sizes = context.ints(1);
    const std::size_t rank = sizes.size() < 2 ? 0 : sizes.size() - 2;
    const auto axes = static_cast<std::int64_t>(rank);
    require((rank == 2 || rank == 3) && theta.dims == Dims({sizes[0], axes, axes + 1}),
            "theta must be [N, 2, 3] for sizes (N, C, H, W), or [N, 3, 4] for (N, C, D, H, W)");
    const bool corners = context.node().intAttribute("align_corners", 0) != 0;
    Dims dims(sizes.begin() + 2, sizes.end());
    const Dims spatial = dims;
    dims.insert(dims.begin(), sizes[0]);
    dims.push_back(axes);
    RuntimeValue& y = context.output(0, theta.type, dims);
    const auto place = [&](std::int64_t at, std::int64_t size) {
        const std::int64_t steps = corners ? size - 1 : size, done = corners ? 2 * at : 2 * at + 1;
        return size > 1 ? static_cast<double>(done) / static_cast<double>(steps) - 1 : 0.0;
    };
    const std::int64_t points = product(spatial);
    forFloatType(theta.type, [&]<class T>() {
        for (std::int64_t i = 0, n = y.count(); i < n; ++i) {
            const T* row = theta.as<T>() + (i / axes / points * axes + i % axes) * (axes + 1);
            auto sum = static_cast<double>(row[axes]);
            std::int64_t rest = i / axes % points;
            for (std::size_t k = 0; k < rank; ++k) { // x is on the last axis
                const std::int64_t size = spatial[rank - 1 - k];
                sum += place(rest % size, size) * static_cast<double>(row[k]);
                rest /= size;
            }
            y.as<T>()[i] = static_cast<T>(sum);
        }
    });
}

namespace {

/// Four elements of a plane with their weights.
template <class T> struct Sample {
    std::array<std::int32_t, 4> at{};
    std::array<T, 4> weight{};

    /// Bilinear weights at (y, x), times `factor`; elements outside of the plane have weight 0.
    Sample() = default;
    Sample(std::int64_t height, std::int64_t width, double y, double x, double factor) {
        const auto h = static_cast<double>(height), w = static_cast<double>(width);
        if (!(y > -1 && y < h && x > -1 && x < w))
            return;
        const double top = std::floor(y), left = std::floor(x);
        for (std::size_t i = 0; i < 4; ++i) {
            const bool lower = i > 1, right = i % 2 != 0;
            const auto row = static_cast<std::int64_t>(top) + (lower ? 1 : 0),
                       column = static_cast<std::int64_t>(left) + (right ? 1 : 0);
            if (row < 0 || row >= height || column < 0 || column >= width)
                continue;
            at[i] = static_cast<std::int32_t>(row * width + column);
            weight[i] = static_cast<T>((lower ? y - top : 1 - (y - top)) *
                                       (right ? x - left : 1 - (x - left)) * factor);
        }
    }
    [[nodiscard]] T of(const T* plane) const {
        T sum{};
        for (std::size_t i = 0; i < 4; ++i) // an element of weight 0 may lie outside
            sum += weight[i] != T{0} ? plane[at[i]] * weight[i] : T{0};
        return sum;
    }
};

/// The places that a deformable convolution reads.
struct DeformedWindows {
    std::int64_t height, width, kernelH, kernelW, outW, size; ///< size: output elements of a plane
    Dims strides, dilations, pads;
    std::int64_t channelsPerOffset;

    /// Samples x for each cell of the kernel at each output place: columns [channel, cell, place].
    template <class T>
    void gather(const T* x, std::int64_t channels, const T* offset, const T* mask,
                T* columns) const {
        const std::int64_t cells = kernelH * kernelW,
                           groups = channels > 0 ? channels / channelsPerOffset : 0,
                           grain = 1 + 4096 / std::max<std::int64_t>(1, size);
        // Channels that share offsets share the samples.
        std::vector<Sample<T>> samples(static_cast<std::size_t>(groups * cells * size));
        parallelFor(groups * cells, grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t at = begin; at < end; ++at)
                findPlaces(offset + 2 * at * size, mask ? mask + at * size : nullptr, at % cells,
                           samples.data() + at * size);
        });
        constexpr std::int64_t kMany = 16; // channels for which a copy of the image pays
        if (channelsPerOffset >= kMany)
            return gatherTogether(x, channels, samples, columns);
        parallelFor(channels * cells, grain, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                const std::int64_t channel = i / cells;
                const T* plane = x + channel * height * width;
                const Sample<T>* sample =
                    samples.data() + (channel / channelsPerOffset * cells + i % cells) * size;
                for (std::int64_t p = 0; p < size; ++p)
                    columns[i * size + p] = sample[p].of(plane);
            }
        });
    }

private:
    /// The same from a copy of x with the channels last, for all channels of some places.
    template <class T>
    void gatherTogether(const T* x, std::int64_t channels, const std::vector<Sample<T>>& samples,
                        T* columns) const {
        constexpr DataType kType = std::is_same_v<T, float> ? DataType::float32 : DataType::float64;
        constexpr std::int64_t kPlaces = 64;
        const std::int64_t cells = kernelH * kernelW, area = height * width,
                           pieces = (size + kPlaces - 1) / kPlaces;
        std::vector<T> places(static_cast<std::size_t>(area * channels));
        copyStrided(kType, reinterpret_cast<const std::byte*>(x), {1, area},
                    reinterpret_cast<std::byte*>(places.data()), {channels, 1}, {area, channels});
        parallelFor(
            channels / channelsPerOffset * cells * pieces, 1,
            [&](std::int64_t begin, std::int64_t end) {
                std::vector<T> made(static_cast<std::size_t>(kPlaces * channelsPerOffset));
                for (std::int64_t unit = begin; unit < end; ++unit) {
                    const std::int64_t at = unit / pieces, first = unit % pieces * kPlaces,
                                       channel = at / cells * channelsPerOffset,
                                       count = std::min(kPlaces, size - first);
                    const Sample<T>* sample = samples.data() + at * size + first;
                    onBestCpu([&]() PARTITA_INLINE {
                        for (std::int64_t i = 0; i < count; ++i) {
                            SomeTaps<T, T> taps(made.data() + i * channelsPerOffset,
                                                channelsPerOffset);
                            for (std::size_t k = 0; k < 4; ++k) // one of weight 0 may lie outside
                                if (sample[i].weight[k] != T{0})
                                    taps.take(places.data() + sample[i].at[k] * channels + channel,
                                              sample[i].weight[k]);
                            taps.finish();
                        }
                    });
                    copyStrided(kType, reinterpret_cast<const std::byte*>(made.data()),
                                {1, channelsPerOffset},
                                reinterpret_cast<std::byte*>(
                                    columns + (channel * cells + at % cells) * size + first),
                                {cells * size, 1}, {channelsPerOffset, count});
                }
            });
    }

    template <class T>
    void findPlaces(const T* offset, const T* mask, std::int64_t k, Sample<T>* to) const {
        for (std::int64_t p = 0; p < size; ++p) {
            const double y = static_cast<double>(p / outW * strides[0] - pads[0] +
                                                 k / kernelW * dilations[0]) +
                             static_cast<double>(offset[p]),
                         x = static_cast<double>(p % outW * strides[1] - pads[1] +
                                                 k % kernelW * dilations[1]) +
                             static_cast<double>(offset[size + p]);
            to[p] = Sample<T>(height, width, y, x, mask ? static_cast<double>(mask[p]) : 1);
        }
    }
};

/// y [rows, columns] = a [rows, inner] × b [inner, columns].
void multiply(const float* a, const float* b, float* y, std::int64_t rows, std::int64_t inner,
              std::int64_t columns) {
    multiplyFloats(false, rows, columns, inner, 1, a, inner, b, columns, y, columns);
}
void multiply(const double* a, const double* b, double* y, std::int64_t rows, std::int64_t inner,
              std::int64_t columns) {
    multiplyNumbers(a, b, y, rows, inner, columns);
}

} // namespace

/// Convolves images at places that are moved by offsets and weighted by a mask.
///
/// Inputs:   X float32, float64 [N, C, H, W]; W [M, C / group, kH, kW];
///           offset [N, offset_group · kH · kW · 2, OH, OW]; B [M],
///           mask [N, offset_group · kH · kW, OH, OW], both optional
/// Outputs:  Y [N, M, OH, OW]
/// Method:   bilinear samples are gathered into columns on several threads, many channels together
///           from a copy with the channels last, then multiplied by the weights: oneDNN's product for float32, `multiplyNumbers` for float64
/// Source:   ONNX DeformConv-22; Dai et al., "Deformable convolutional networks", 2017; Zhu et al.,
///           "Deformable ConvNets v2", 2019
void deformConvKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &w = context.input(1), &offset = context.input(2);
    const RuntimeValue *bias = context.optional(3), *mask = context.optional(4);
    require(x.dims.size() == 4 && w.dims.size() == 4 && offset.dims.size() == 4,
            "DeformConv takes inputs of 4 dimensions only");
    const Node& node = context.node();
    const auto list = [&](const char* name, std::size_t size, std::int64_t otherwise) {
        return orDefault(node.intsAttribute(name), size, otherwise);
    };
    const Dims strides = list("strides", 2, 1), dilations = list("dilations", 2, 1),
               pads = list("pads", 4, 0);
    require(strides[0] > 0 && strides[1] > 0, "strides must be positive");
    const std::int64_t group = node.intAttribute("group", 1),
                       offsetGroup = node.intAttribute("offset_group", 1);
    const std::int64_t batches = x.dims[0], channels = x.dims[1], h = x.dims[2], width = x.dims[3],
                       filters = w.dims[0], kernelH = w.dims[2], kernelW = w.dims[3];
    checkKernelShape(node, {kernelH, kernelW});
    require(std::max({h, width, kernelH, kernelW}) <= kMostWindow, "the image is too large");
    const std::int64_t outH =
        (h + pads[0] + pads[2] - dilations[0] * (kernelH - 1) - 1) / strides[0] + 1;
    const std::int64_t outW =
        (width + pads[1] + pads[3] - dilations[1] * (kernelW - 1) - 1) / strides[1] + 1;
    require(group > 0 && offsetGroup > 0 && channels % group == 0 &&
                channels / group == w.dims[1] && filters % group == 0 &&
                channels % offsetGroup == 0 && outH >= 0 && outW >= 0,
            "the groups or the kernel do not fit the input");
    const std::int64_t cells = kernelH * kernelW;
    require(offset.dims == Dims({batches, times(offsetGroup, times(cells, 2)), outH, outW}) &&
                (!mask || mask->dims == Dims({batches, times(offsetGroup, cells), outH, outW})),
            "offset or mask does not fit the output");
    require(!bias || bias->count() == filters, "the bias has the wrong size or type");
    require(h * width <= std::numeric_limits<std::int32_t>::max(), "the planes are too large");
    RuntimeValue& y = context.output(0, x.type, {batches, filters, outH, outW});
    if (y.count() == 0)
        return;
    std::fill_n(y.data, y.byteSize(), std::byte{});
    const DeformedWindows windows{h,
                                  width,
                                  kernelH,
                                  kernelW,
                                  outW,
                                  outH * outW,
                                  strides,
                                  dilations,
                                  {pads[0], pads[1]},
                                  channels / offsetGroup};
    forFloatType(x.type, [&]<class T>() {
        const std::int64_t size = windows.size, perGroup = w.dims[1], inner = perGroup * cells;
        std::vector<T> columns(static_cast<std::size_t>(product({channels, cells, size})));
        for (std::int64_t n = 0; n < batches; ++n) {
            windows.gather(x.as<T>() + n * channels * h * width, channels,
                           offset.as<T>() + n * offsetGroup * cells * 2 * size,
                           mask ? mask->as<T>() + n * offsetGroup * cells * size : nullptr,
                           columns.data());
            T* planes = y.as<T>() + n * filters * size;
            for (std::int64_t g = 0; g < group && inner > 0; ++g)
                multiply(w.as<T>() + g * filters / group * inner, columns.data() + g * inner * size,
                         planes + g * filters / group * size, filters / group, inner, size);
            for (std::int64_t i = 0; bias && i < filters * size; ++i)
                planes[i] += bias->as<T>()[i / size];
        }
    });
}

} // namespace partita::cpu
