// Operators that read an image at computed places: GridSample, RoiAlign, DeformConv.

#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

enum class Padding { zeros, border, reflection };

/// Mirrors a place into [low, high].
double reflected(double x, double low, double high) {
    const double range = high - low;
    if (range <= 0)
        return low;
    double folded = std::fmod(std::fabs(x - low), 2 * range);
    if (folded > range)
        folded = 2 * range - folded;
    return low + folded;
}

struct Sampler {
    Padding padding;
    bool alignCorners;

    /// From [-1, 1] to places between 0 and size - 1.
    [[nodiscard]] double place(double normalized, std::int64_t size) const {
        const auto length = static_cast<double>(size);
        return alignCorners ? (normalized + 1) / 2 * (length - 1)
                            : ((normalized + 1) * length - 1) / 2;
    }
    /// The element that stands for place `i` of an axis; -1: zero.
    [[nodiscard]] std::int64_t resolve(double i, std::int64_t size) const {
        if (padding == Padding::reflection) {
            const auto last = static_cast<double>(size - 1);
            i = alignCorners ? reflected(i, 0, last) : reflected(i, -0.5, last + 0.5);
            i = std::clamp(std::round(i), 0.0, last);
        }
        if (padding == Padding::border)
            i = std::clamp(i, 0.0, static_cast<double>(size - 1));
        if (!(i >= 0 && i < static_cast<double>(size)))
            return -1;
        return static_cast<std::int64_t>(i);
    }
};

/// Weights of the elements around a place, for one axis.
struct AxisTaps {
    std::int64_t index[4];
    double weight[4];
    int count;
};

double cubic(double distance) {
    constexpr double a = -0.75;
    const double d = std::fabs(distance);
    if (d <= 1)
        return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

enum class Mode { nearest, linear, cubic };

AxisTaps tapsAt(double at, std::int64_t size, Mode mode, const Sampler& sampler) {
    AxisTaps taps{};
    if (!std::isfinite(at))
        at = -2; // outside of everything
    if (mode == Mode::nearest) {
        taps = {{sampler.resolve(std::nearbyint(at), size)}, {1}, 1};
        return taps;
    }
    const double base = std::floor(at), rest = at - base;
    taps.count = mode == Mode::linear ? 2 : 4;
    for (int i = 0; i < taps.count; ++i) {
        const double offset = mode == Mode::linear ? i : i - 1;
        taps.index[i] = sampler.resolve(base + offset, size);
        taps.weight[i] = mode == Mode::linear ? (i == 0 ? 1 - rest : rest) : cubic(rest - offset);
    }
    return taps;
}

/// Weighted sum over all axes of one plane.
template <class T>
double gather(const T* plane, const Dims& strides, const std::vector<AxisTaps>& taps,
              std::size_t axis, std::int64_t offset) {
    if (axis == taps.size())
        return static_cast<double>(plane[offset]);
    double sum = 0;
    for (int i = 0; i < taps[axis].count; ++i)
        if (taps[axis].index[i] >= 0 && taps[axis].weight[i] != 0)
            sum += taps[axis].weight[i] * gather(plane, strides, taps, axis + 1,
                                                 offset + taps[axis].index[i] * strides[axis]);
    return sum;
}

/// The one element that each axis has a tap for: moved, not computed with.
template <class T>
T nearest(const T* plane, const Dims& strides, const std::vector<AxisTaps>& taps) {
    std::int64_t at = 0;
    for (std::size_t axis = 0; axis < taps.size(); ++axis) {
        if (taps[axis].index[0] < 0)
            return T{};
        at += taps[axis].index[0] * strides[axis];
    }
    return plane[at];
}

/// Integers are cut off towards zero, and hold their largest or smallest number beyond their range.
template <class T> T toElement(double number) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (number <= static_cast<double>(std::numeric_limits<T>::lowest()))
            return std::numeric_limits<T>::lowest();
        if (number >= static_cast<double>(std::numeric_limits<T>::max()))
            return std::numeric_limits<T>::max();
    }
    return static_cast<T>(number);
}

} // namespace

/// X [N, C, spatial …] read at grid [N, out …, rank], whose last axis is x, y(, z).
void gridSampleKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &grid = context.input(1);
    const std::size_t rank = x.dims.size() < 3 ? 0 : x.dims.size() - 2;
    require(rank > 0 && grid.dims.size() == rank + 2 && grid.dims[0] == x.dims[0] &&
                grid.dims.back() == static_cast<std::int64_t>(rank),
            "the grid does not fit the input");
    const auto name = context.node().stringAttribute("mode", "linear");
    const Mode mode = name == "nearest"                      ? Mode::nearest
                      : name == "cubic" || name == "bicubic" ? Mode::cubic
                                                             : Mode::linear;
    const auto padding = context.node().stringAttribute("padding_mode", "zeros");
    const Sampler sampler{padding == "border"       ? Padding::border
                          : padding == "reflection" ? Padding::reflection
                                                    : Padding::zeros,
                          context.node().intAttribute("align_corners", 0) != 0};
    const Dims spatial(x.dims.begin() + 2, x.dims.end()), strides = denseStrides(spatial);
    Dims dims = {x.dims[0], x.dims[1]};
    dims.insert(dims.end(), grid.dims.begin() + 1, grid.dims.end() - 1);
    RuntimeValue& y = context.output(0, x.type, dims);
    const std::int64_t points = product(dims, 2), size = product(spatial), channels = x.dims[1];
    for (const std::int64_t each : spatial)
        require(each > 0, "the input is empty");
    std::vector<AxisTaps> taps(rank);
    forNumericType(x.type, [&]<class T>() {
        for (std::int64_t n = 0; n < dims[0]; ++n)
            for (std::int64_t p = 0; p < points; ++p) {
                const std::int64_t at = (n * points + p) * static_cast<std::int64_t>(rank);
                for (std::size_t axis = 0; axis < rank; ++axis) {
                    double place = sampler.place(
                        readNumber(grid, at + static_cast<std::int64_t>(rank - 1 - axis)),
                        spatial[axis]);
                    if (sampler.padding == Padding::border)
                        place = std::clamp(place, 0.0, static_cast<double>(spatial[axis] - 1));
                    if (sampler.padding == Padding::reflection) {
                        const auto last = static_cast<double>(spatial[axis] - 1);
                        place = sampler.alignCorners ? reflected(place, 0, last)
                                                     : reflected(place, -0.5, last + 0.5);
                    }
                    taps[axis] = tapsAt(place, spatial[axis], mode, sampler);
                }
                for (std::int64_t c = n * channels; c < (n + 1) * channels; ++c) {
                    const T* plane = x.as<T>() + c * size;
                    y.as<T>()[c * points + p] =
                        mode == Mode::nearest ? nearest(plane, strides, taps)
                                              : toElement<T>(gather(plane, strides, taps, 0, 0));
                }
            }
    });
}

namespace {

/// Bilinear value at a place of a height × width plane; places more than one element outside are 0.
template <class T>
double bilinear(const T* plane, std::int64_t height, std::int64_t width, double y, double x) {
    const auto h = static_cast<double>(height), w = static_cast<double>(width);
    if (!(y > -1 && y < h && x > -1 && x < w))
        return 0;
    const double top = std::floor(y), left = std::floor(x);
    double sum = 0;
    for (int dy = 0; dy < 2; ++dy)
        for (int dx = 0; dx < 2; ++dx) {
            const auto row = static_cast<std::int64_t>(top) + dy,
                       column = static_cast<std::int64_t>(left) + dx;
            if (row < 0 || row >= height || column < 0 || column >= width)
                continue;
            sum += (dy ? y - top : 1 - (y - top)) * (dx ? x - left : 1 - (x - left)) *
                   static_cast<double>(plane[row * width + column]);
        }
    return sum;
}

} // namespace

/// A 2D convolution whose places are moved by offsets and weighted by a mask.
void deformConvKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &w = context.input(1), &offset = context.input(2);
    const RuntimeValue *bias = context.optional(3), *mask = context.optional(4);
    require(x.dims.size() == 4 && w.dims.size() == 4 && offset.dims.size() == 4,
            "DeformConv takes images");
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
    const std::int64_t outH =
        (h + pads[0] + pads[2] - dilations[0] * (kernelH - 1) - 1) / strides[0] + 1;
    const std::int64_t outW =
        (width + pads[1] + pads[3] - dilations[1] * (kernelW - 1) - 1) / strides[1] + 1;
    require(group > 0 && offsetGroup > 0 && channels == w.dims[1] * group && filters % group == 0 &&
                channels % offsetGroup == 0 && outH >= 0 && outW >= 0,
            "the groups or the kernel do not fit the input");
    const std::int64_t cells = kernelH * kernelW;
    require(offset.dims == Dims({batches, offsetGroup * cells * 2, outH, outW}) &&
                (!mask || mask->dims == Dims({batches, offsetGroup * cells, outH, outW})),
            "offset or mask does not fit the output");
    require(!bias || bias->count() == filters, "the bias does not fit");
    RuntimeValue& y = context.output(0, x.type, {batches, filters, outH, outW});
    const std::int64_t size = outH * outW, perGroup = w.dims[1], perOffset = channels / offsetGroup;
    forFloatType(x.type, [&]<class T>() {
        for (std::int64_t n = 0; n < batches; ++n)
            for (std::int64_t f = 0; f < filters; ++f)
                for (std::int64_t p = 0; p < size; ++p) {
                    double sum = bias ? static_cast<double>(bias->as<T>()[f]) : 0;
                    for (std::int64_t c = 0; c < perGroup; ++c) {
                        const std::int64_t channel = f / (filters / group) * perGroup + c;
                        const std::int64_t og = channel / perOffset;
                        for (std::int64_t k = 0; k < cells; ++k) {
                            const std::int64_t at = (n * offsetGroup + og) * cells + k;
                            const auto dy =
                                           static_cast<double>(offset.as<T>()[(2 * at) * size + p]),
                                       dx = static_cast<double>(
                                           offset.as<T>()[(2 * at + 1) * size + p]);
                            const double row = static_cast<double>(p / outW * strides[0] - pads[0] +
                                                                   k / kernelW * dilations[0]) +
                                               dy,
                                         column =
                                             static_cast<double>(p % outW * strides[1] - pads[1] +
                                                                 k % kernelW * dilations[1]) +
                                             dx;
                            const double value =
                                bilinear(x.as<T>() + (n * channels + channel) * h * width, h, width,
                                         row, column);
                            sum += value *
                                   static_cast<double>(w.as<T>()[(f * perGroup + c) * cells + k]) *
                                   (mask ? static_cast<double>(mask->as<T>()[at * size + p]) : 1);
                        }
                    }
                    y.as<T>()[(n * filters + f) * size + p] = static_cast<T>(sum);
                }
    });
}

} // namespace partita::cpu
