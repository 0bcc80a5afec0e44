#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "providers/cpu/kernels/axis_maps.h"
#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/operands.h"
#include "providers/cpu/loops/narrow_types.h"
#include "providers/cpu/loops/wrapping.h"

namespace partita::cpu {

namespace {

/// The attributes and inputs of one Resize, resolved; the lists have one entry for each axis.
struct ResizePlan {
    Dims outDims;
    std::vector<double> scales, roiStart, roiEnd;
    std::string coordinates, nearest, mode;
    double cubic = -0.75, extrapolation = 0;
    bool excludeOutside = false, antialias = false;
};

std::vector<double> floatsOf(const RuntimeValue* value) {
    std::vector<double> result;
    for (std::int64_t i = 0, n = value ? value->count() : 0; i < n; ++i)
        result.push_back(readNumber(*value, i));
    return result;
}

void applySizes(ResizePlan& plan, const Dims& in, const Dims& sizes,
                const std::vector<std::size_t>& axes, std::string_view policy) {
    const auto scaleOf = [&](std::size_t i) { // not for an axis of size 0
        return static_cast<double>(sizes[i]) / static_cast<double>(in[axes[i]]);
    };
    std::optional<double> known;
    for (std::size_t i = 0; i < axes.size(); ++i)
        if (in[axes[i]] > 0)
            known = !known                   ? scaleOf(i)
                    : policy == "not_larger" ? std::min(*known, scaleOf(i))
                                             : std::max(*known, scaleOf(i));
    const double common = known.value_or(1);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axes[i];
        plan.outDims[axis] = policy == "stretch"
                                 ? sizes[i]
                                 : sizeOf(std::floor(common * static_cast<double>(in[axis]) + 0.5));
        plan.scales[axis] = policy == "stretch" && in[axis] > 0 ? scaleOf(i) : common;
    }
}

/// The plan with what the attributes say.
ResizePlan planOfAttributes(const KernelContext& context) {
    const Node& node = context.node();
    const RuntimeValue& x = context.input(0);
    const std::size_t rank = x.dims.size();
    const bool old = context.version() < 11;
    ResizePlan plan;
    plan.outDims = x.dims;
    plan.scales.assign(rank, 1);
    plan.roiStart.assign(rank, 0);
    plan.roiEnd.assign(rank, 1);
    plan.mode = node.stringAttribute("mode", "nearest");
    require(plan.mode == "nearest" || plan.mode == "linear" || plan.mode == "bilinear" ||
                (plan.mode == "cubic" && !old),
            "this mode is not known");
    plan.coordinates =
        old ? "asymmetric"
            : std::string(node.stringAttribute("coordinate_transformation_mode", "half_pixel"));
    plan.nearest =
        old ? "floor" : std::string(node.stringAttribute("nearest_mode", "round_prefer_floor"));
    plan.cubic = node.floatAttribute("cubic_coeff_a", -0.75F);
    plan.extrapolation = node.floatAttribute("extrapolation_value", 0);
    plan.excludeOutside = node.intAttribute("exclude_outside", 0) != 0;
    plan.antialias = node.intAttribute("antialias", 0) != 0;
    return plan;
}

/// The axes to be resized: those of the attribute, otherwise all.
std::vector<std::size_t> resizedAxes(const Node& node, std::size_t rank) {
    std::vector<std::size_t> axes;
    for (const std::int64_t axis : node.intsAttribute("axes"))
        axes.push_back(normalizeAxis(axis, rank));
    if (axes.empty())
        for (std::size_t i = 0; i < rank; ++i)
            axes.push_back(i);
    return axes;
}

/// The scales, an input or attributes depending on the version; empty: sizes are given instead.
std::vector<double> resizeScales(const KernelContext& context) {
    const Node& node = context.node();
    const bool old = context.version() < 11;
    if (context.version() < 7) { // only images, scaled by two attributes
        require(context.input(0).dims.size() == 4, "an image was expected");
        return {1, 1, static_cast<double>(node.floatAttribute("height_scale", 1)),
                static_cast<double>(node.floatAttribute("width_scale", 1))};
    }
    if (const Attribute* given = node.attribute("scales")) // Upsample before version 9
        if (const auto* list = std::get_if<std::vector<float>>(&given->value))
            return {list->begin(), list->end()};
    return floatsOf(context.optional(old ? 1 : 2));
}

void applyScales(ResizePlan& plan, const Dims& in, const std::vector<double>& scales,
                 const std::vector<std::size_t>& axes) {
    require(scales.size() == axes.size(), "one scale for each axis was expected");
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const std::size_t axis = axes[i];
        require(scales[i] > 0, "a scale must be positive");
        plan.scales[axis] = scales[i];
        const double length =
            static_cast<double>(in[axis]) * (plan.roiEnd[axis] - plan.roiStart[axis]);
        // In float32, as the scale is: 2.9999998 · 4 rounds to 12.
        plan.outDims[axis] =
            sizeOf(std::floor(static_cast<double>(static_cast<float>(length * scales[i]))));
    }
}

ResizePlan planResize(const KernelContext& context) {
    const Dims& in = context.input(0).dims;
    const bool old = context.version() < 11;
    ResizePlan plan = planOfAttributes(context);
    const std::vector<std::size_t> axes = resizedAxes(context.node(), in.size());
    const std::vector<double> roi = old ? std::vector<double>() : floatsOf(context.optional(1));
    require(std::ranges::all_of(roi, [](double v) { return std::isfinite(v); }),
            "the region of interest must consist of finite numbers");
    if (plan.coordinates == "tf_crop_and_resize" && roi.size() == 2 * axes.size())
        for (std::size_t i = 0; i < axes.size(); ++i) {
            plan.roiStart[axes[i]] = roi[i];
            plan.roiEnd[axes[i]] = roi[i + axes.size()];
        }
    if (const std::vector<double> scales = resizeScales(context); !scales.empty()) {
        applyScales(plan, in, scales, axes);
        return plan;
    }
    require(!old && context.optional(3), "neither scales nor sizes are given");
    const Dims sizes = context.ints(3);
    require(sizes.size() == axes.size(), "one size for each axis was expected");
    applySizes(plan, in, sizes, axes,
               context.node().stringAttribute("keep_aspect_ratio_policy", "stretch"));
    return plan;
}

/// The input coordinate of output position `at` along an axis.
double sourcePosition(const ResizePlan& plan, std::size_t axis, std::int64_t in, std::int64_t at) {
    const auto x = static_cast<double>(at), length = static_cast<double>(in),
               out = static_cast<double>(plan.outDims[axis]), scale = plan.scales[axis];
    if (plan.coordinates == "align_corners")
        // The output length is scale · length, even where that is no whole number.
        return plan.outDims[axis] == 1 ? 0 : x * (length - 1) / (scale * length - 1);
    if (plan.coordinates == "asymmetric")
        return x / scale;
    if (plan.coordinates == "pytorch_half_pixel")
        return plan.outDims[axis] > 1 ? (x + 0.5) / scale - 0.5 : 0;
    if (plan.coordinates == "tf_half_pixel_for_nn")
        return (x + 0.5) / scale;
    if (plan.coordinates == "half_pixel_symmetric") {
        const double adjustment = out / (scale * length);
        return length / 2 * (1 - adjustment) + (x + 0.5) / scale - 0.5;
    }
    if (plan.coordinates == "tf_crop_and_resize")
        return out > 1
                   ? plan.roiStart[axis] * (length - 1) +
                         x * (plan.roiEnd[axis] - plan.roiStart[axis]) * (length - 1) / (out - 1)
                   : 0.5 * (plan.roiStart[axis] + plan.roiEnd[axis]) * (length - 1);
    require(plan.coordinates == "half_pixel", "this coordinate transformation is not known");
    return (x + 0.5) / scale - 0.5;
}

/// The weighted input positions of one output position along an axis.
struct Taps {
    std::vector<std::pair<std::int64_t, double>> weights;
    bool outside = false; ///< takes the extrapolation value (tf_crop_and_resize)
};

double cubicWeight(double distance, double a) {
    const double d = std::fabs(distance);
    if (d <= 1)
        return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

std::int64_t nearestIndex(double at, const std::string& mode) {
    if (mode == "floor")
        return static_cast<std::int64_t>(std::floor(at));
    if (mode == "ceil")
        return static_cast<std::int64_t>(std::ceil(at));
    if (mode == "round_prefer_ceil")
        return static_cast<std::int64_t>(std::floor(at + 0.5));
    return static_cast<std::int64_t>(std::ceil(at - 0.5));
}

/// The input coordinate as a number that fits into 64 bits.
double finitePosition(const ResizePlan& plan, std::size_t axis, std::int64_t in, std::int64_t out) {
    constexpr double kFar = 0x1p40; // beyond every tensor
    const double place = sourcePosition(plan, axis, in, out);
    return std::isnan(place) ? 0 : std::clamp(place, -kFar, kFar);
}

Taps tapsFor(const ResizePlan& plan, std::size_t axis, std::int64_t in, std::int64_t out) {
    const double at = finitePosition(plan, axis, in, out);
    Taps taps;
    taps.outside =
        plan.coordinates == "tf_crop_and_resize" && (at < 0 || at > static_cast<double>(in - 1));
    const auto clamp = [&](std::int64_t i) { return std::clamp<std::int64_t>(i, 0, in - 1); };
    if (plan.mode == "nearest") {
        taps.weights = {{clamp(nearestIndex(at, plan.nearest)), 1.0}};
        return taps;
    }
    // With antialias the filter is widened by the scale when shrinking.
    const double stretch = plan.antialias ? std::min(plan.scales[axis], 1.0) : 1.0;
    const double reach =
        std::min((plan.mode == "cubic" ? 2.0 : 1.0) / stretch, 2.0 * static_cast<double>(in) + 2.0);
    double sum = 0;
    for (auto i = static_cast<std::int64_t>(std::floor(at - reach));
         i <= static_cast<std::int64_t>(std::ceil(at + reach)); ++i) {
        const double distance = (static_cast<double>(i) - at) * stretch;
        const double weight = plan.mode == "cubic" ? cubicWeight(distance, plan.cubic)
                                                   : std::max(0.0, 1 - std::fabs(distance));
        const bool outside = i < 0 || i >= in;
        if (weight == 0 || (plan.excludeOutside && outside))
            continue;
        taps.weights.emplace_back(clamp(i), weight);
        sum += weight;
    }
    for (auto& [index, weight] : taps.weights)
        weight /= sum;
    return taps;
}

/// The taps of all positions of an axis: the same number for each, unused ones with weight 0. A tap of weight 0
/// adds nothing, even where its element is NaN or infinite.
template <class A> struct AxisTaps {
    std::size_t count = 0;
    std::vector<std::int64_t> from; ///< [position, tap]
    std::vector<A> weight;
    std::vector<bool> outside;

    AxisTaps(const ResizePlan& plan, std::size_t axis, std::int64_t in) {
        std::vector<Taps> all;
        for (std::int64_t i = 0; i < plan.outDims[axis]; ++i) {
            all.push_back(tapsFor(plan, axis, in, i));
            count = std::max(count, all.back().weights.size());
        }
        for (const Taps& taps : all) {
            outside.push_back(taps.outside);
            for (std::size_t k = 0; k < count; ++k) {
                const bool has = k < taps.weights.size();
                from.push_back(has ? taps.weights[k].first : 0);
                weight.push_back(has ? static_cast<A>(taps.weights[k].second) : A{0});
            }
        }
    }
};

/// One axis of a row-major tensor that is seen as [outer, in, inner].
template <class A> struct AxisResize {
    const AxisTaps<A>& taps;
    std::int64_t in, out;
    A extrapolation; ///< of places outside

    /// Resizes [in, inner] into [out, inner], which is 0.
    PARTITA_INLINE void columns(const A* source, A* target, std::int64_t inner) const {
        for (std::int64_t i = 0; i < out; ++i, target += inner) {
            const auto first = static_cast<std::size_t>(i) * taps.count;
            if (taps.outside[static_cast<std::size_t>(i)]) {
                std::fill_n(target, inner, extrapolation);
                continue;
            }
            for (std::size_t k = first; k < first + taps.count; ++k) {
                const A* row = source + taps.from[k] * inner;
                const A weight = taps.weight[k];
                for (std::int64_t n = 0; weight != A{0} && n < inner; ++n)
                    target[n] += weight * row[n];
            }
        }
    }
    /// How many rows are resized together.
    [[nodiscard]] std::int64_t rowsAtOnce() const {
        constexpr std::int64_t kElements = 16384; // of both copies, in the cache
        return std::clamp<std::int64_t>(kElements / (in + out), 8, 64);
    }
    /// Resizes `count` rows, each by itself in memory, by copies in which they lie side by side.
    void rows(const A* source, A* target, std::int64_t count) const {
        constexpr DataType kType = std::is_same_v<A, float> ? DataType::float32 : DataType::float64;
        std::vector<A> from(static_cast<std::size_t>(in * count)),
            to(static_cast<std::size_t>(out * count));
        copyStrided(kType, reinterpret_cast<const std::byte*>(source), {1, in},
                    reinterpret_cast<std::byte*>(from.data()), {count, 1}, {in, count});
        onBestCpu([&]() PARTITA_INLINE { columns(from.data(), to.data(), count); });
        copyStrided(kType, reinterpret_cast<const std::byte*>(to.data()), {1, count},
                    reinterpret_cast<std::byte*>(target), {out, 1}, {count, out});
    }
};

/// Resizes one axis of `from` and updates `dims`.
template <class A>
std::vector<A> resizeAxis(const std::vector<A>& from, Dims& dims, std::size_t axis,
                          const ResizePlan& plan) {
    const std::int64_t in = dims[axis], out = plan.outDims[axis], outer = product(dims, 0, axis),
                       inner = product(dims, axis + 1);
    const AxisTaps<A> taps(plan, axis, in);
    const AxisResize<A> resize{taps, in, out, static_cast<A>(plan.extrapolation)};
    std::vector<A> to(static_cast<std::size_t>(outer * out * inner));
    const std::int64_t atOnce = inner == 1 ? std::min(outer, resize.rowsAtOnce()) : 1;
    const std::int64_t pieces = (outer + atOnce - 1) / std::max<std::int64_t>(1, atOnce);
    parallelFor(pieces, 1 + kElementGrain / std::max<std::int64_t>(1, atOnce * out * inner),
                [&](std::int64_t begin, std::int64_t end) {
                    if (inner == 1)
                        for (std::int64_t o = begin * atOnce; o < std::min(outer, end * atOnce);
                             o += atOnce)
                            resize.rows(from.data() + o * in, to.data() + o * out,
                                        std::min(atOnce, outer - o));
                    else
                        onBestCpu([&]() PARTITA_INLINE {
                            for (std::int64_t o = begin; o < end; ++o)
                                resize.columns(from.data() + o * in * inner,
                                               to.data() + o * out * inner, inner);
                        });
                });
    dims[axis] = out;
    return to;
}

/// Resizes by `nearest`, which moves whole elements without arithmetic.
template <class T>
void resizeNearest(const RuntimeValue& x, RuntimeValue& y, const ResizePlan& plan) {
    std::vector<AxisMap> maps(x.dims.size());
    for (std::size_t axis = 0; axis < maps.size(); ++axis) {
        const std::int64_t in = x.dims[axis];
        const bool stays = plan.outDims[axis] == in && plan.scales[axis] == 1;
        maps[axis].reserve(static_cast<std::size_t>(plan.outDims[axis]));
        for (std::int64_t i = 0; i < plan.outDims[axis]; ++i)
            maps[axis].push_back(
                stays ? i
                      : std::clamp<std::int64_t>(
                            nearestIndex(finitePosition(plan, axis, in, i), plan.nearest), 0,
                            in - 1));
    }
    gatherByAxes<T>(x, y, maps);
}

/// The axes in the order in which they lie in memory, the outermost first.
std::vector<std::size_t> memoryOrder(const RuntimeValue& x) {
    std::vector<std::size_t> order(x.dims.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!x.strides.empty())
        std::ranges::stable_sort(order, std::ranges::greater(),
                                 [&](std::size_t axis) { return x.strides[axis]; });
    return order;
}

/// The plan for the axes in another order.
ResizePlan inOrder(ResizePlan plan, const std::vector<std::size_t>& order) {
    const auto reorder = [&](auto& list) {
        const auto before = list;
        for (std::size_t i = 0; i < order.size(); ++i)
            list[i] = before[order[i]];
    };
    reorder(plan.outDims);
    for (auto* list : {&plan.scales, &plan.roiStart, &plan.roiEnd})
        reorder(*list);
    return plan;
}

/// Resizes x, which is row-major, into y.
void resizeInto(const RuntimeValue& x, RuntimeValue& y, const ResizePlan& plan) {
    if (plan.mode == "nearest" && plan.coordinates != "tf_crop_and_resize") {
        forElementSize(x.type, [&]<class T>() { resizeNearest<T>(x, y, plan); });
        return;
    }
    forNumericType(x.type, [&]<class T>() {
        using A = std::conditional_t<std::is_same_v<T, float>, float, double>;
        std::vector<A> values(x.as<T>(), x.as<T>() + x.count());
        Dims dims = x.dims;
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            if (plan.outDims[axis] != dims[axis] || plan.scales[axis] != 1 ||
                plan.coordinates == "tf_crop_and_resize")
                values = resizeAxis(values, dims, axis, plan);
        constexpr auto kLow = static_cast<A>(std::numeric_limits<T>::lowest()),
                       kHigh = static_cast<A>(std::numeric_limits<T>::max());
        for (std::size_t i = 0; i < values.size(); ++i)
            y.as<T>()[i] = std::is_integral_v<T> ? numberAs<T>(static_cast<double>(std::round(
                                                       std::clamp(values[i], kLow, kHigh))))
                                                 : static_cast<T>(values[i]);
    });
}

} // namespace

/// Resizes a tensor by scales or to sizes, with the nearest element or linear or cubic
/// interpolation.
///
/// Inputs:   X numbers or boolean [D1, …, Dn], may be strided; roi [2 · axes], scales float32 [axes], sizes
///           int64 [axes], each optional; Upsample: scales second, or as attributes in older
///           versions
/// Outputs:  Y [O1, …, On]
/// Method:   `nearest` moves whole elements by a table for each axis; `linear` and `cubic` resize
///           one axis after the other with a table of weights, in float32 for float32 and in double
///           for other types; of the last axis, some rows together in copies side by side
/// Fails:    when a scale is not positive, roi is not finite, or there is not one scale or size for
///           each axis
/// Source:   ONNX Resize-19, Upsample-10; Keys, "Cubic convolution interpolation for digital image
///           processing", 1981
void resizeKernel(KernelContext& context) {
    const RuntimeValue x = context.input(0);
    const ResizePlan plan = planResize(context);
    RuntimeValue& y = context.output(0, x.type, plan.outDims);
    if (y.count() == 0)
        return;
    require(x.count() > 0, "an empty input cannot be resized");
    if (x.strides.empty())
        return resizeInto(x, y, plan);
    // In the order of the memory, for example channels last, which the result gets, too.
    const std::vector<std::size_t> order = memoryOrder(x);
    const ResizePlan ordered = inOrder(plan, order);
    RuntimeValue from = x, to = y;
    for (std::size_t i = 0; i < order.size(); ++i)
        from.dims[i] = x.dims[order[i]];
    from.strides.clear();
    to.dims = ordered.outDims;
    resizeInto(from, to, ordered);
    y.strides = stridesLike(x.strides, y.dims);
}

} // namespace partita::cpu
