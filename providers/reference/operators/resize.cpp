// Resize and Upsample. Interpolation is separable, so one axis is resized after another.

#include <cmath>
#include <numeric>

#include "providers/reference/catalogue.h"
#include "providers/reference/moved.h"

namespace partita::reference {

namespace {

/// How one axis is resized.
struct Along {
    std::int64_t from = 0, to = 0; ///< sizes of input and output
    double scale = 1;
    double roiStart = 0, roiEnd = 1;
    bool resized = true; ///< false: the attribute `axes` does not name it
};

/// The attributes that hold for all axes.
struct Way {
    std::string mode = "nearest", coordinates = "half_pixel", nearest = "round_prefer_floor";
    bool antialias = false, excludeOutside = false;
    double cubic = -0.75, extrapolation = 0;
};

/// Coordinate in the input (x_original) of output position `at`, by coordinate_transformation_mode.
double original(const Way& way, const Along& axis, std::int64_t at) {
    const auto x = static_cast<double>(at), to = static_cast<double>(axis.to),
               from = static_cast<double>(axis.from);
    const std::string& mode = way.coordinates;
    if (mode == "half_pixel" || (mode == "pytorch_half_pixel" && axis.to > 1))
        return (x + 0.5) / axis.scale - 0.5;
    if (mode == "pytorch_half_pixel")
        return 0;
    if (mode == "half_pixel_symmetric") {
        const double adjustment = to / (axis.scale * from);
        return from / 2 * (1 - adjustment) + (x + 0.5) / axis.scale - 0.5;
    }
    if (mode == "align_corners") // by scale * from, which need not be a whole number
        return axis.to > 1 ? x * (from - 1) / (axis.scale * from - 1) : 0;
    if (mode == "asymmetric")
        return x / axis.scale;
    if (mode == "tf_half_pixel_for_nn")
        return (x + 0.5) / axis.scale;
    require(mode == "tf_crop_and_resize", "this coordinate_transformation_mode is not known");
    if (axis.to > 1)
        return axis.roiStart * (from - 1) +
               x * (axis.roiEnd - axis.roiStart) * (from - 1) / (to - 1);
    return 0.5 * (axis.roiStart + axis.roiEnd) * (from - 1);
}

/// Position on the input axis at the whole coordinate `x`; beyond an end, that end.
std::size_t inside(const Along& axis, double x) {
    return static_cast<std::size_t>(std::fmin(std::fmax(x, 0), static_cast<double>(axis.from - 1)));
}

double nearestTo(const Way& way, double x) {
    if (way.nearest == "floor")
        return std::floor(x);
    if (way.nearest == "ceil")
        return std::ceil(x);
    if (way.nearest == "round_prefer_ceil")
        return std::floor(x + 0.5);
    require(way.nearest == "round_prefer_floor", "this nearest_mode is not known");
    return std::ceil(x - 0.5);
}

/// Interpolation weight of a neighbour at distance `x`: a triangle for linear, Keys' cubic with
/// cubic_coeff_a for cubic.
double weight(const Way& way, double x) {
    x = std::fabs(x);
    if (way.mode == "linear")
        return x < 1 ? 1 - x : 0;
    const double a = way.cubic;
    if (x < 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? ((a * x - 5 * a) * x + 8 * a) * x - 4 * a : 0;
}

struct Tap {
    std::size_t place;
    double weight;
};

/// The input elements and weights of the output at input coordinate `x`. Neighbours outside of the
/// input are replaced by the border, or get weight 0 by exclude_outside. `antialias` widens the
/// filter where the axis is downsampled.
std::vector<Tap> taps(const Way& way, const Along& axis, double x) {
    constexpr double kFar = 0x1p40; // beyond all tensors, yet x + 1 is still exact
    x = std::clamp(x, -kFar, kFar);
    const double stretch = way.antialias && axis.scale < 1 ? axis.scale : 1;
    const double reach = (way.mode == "linear" ? 1 : 2) / stretch;
    require(reach < 1e6, "a scale is too small for antialias = 1");
    std::vector<Tap> found;
    double sum = 0;
    for (double at = std::ceil(x - reach); at <= x + reach; ++at) {
        const bool outside = at < 0 || at >= static_cast<double>(axis.from);
        const double w = outside && way.excludeOutside ? 0 : weight(way, (at - x) * stretch);
        if (w != 0)
            found.push_back({inside(axis, at), w});
        sum += w;
    }
    for (Tap& tap : found)
        tap.weight /= sum;
    return found;
}

bool isBeyond(const Along& axis, double x) {
    return x < 0 || x > static_cast<double>(axis.from - 1);
}

/// Resizes one axis. The result is double unless mode is nearest, which copies elements of any
/// type.
Array along(const Array& data, std::size_t axis, const Way& way, const Along& how) {
    Dims dims = data.dims();
    dims[axis] = how.to;
    if (way.mode == "nearest") { // copies elements of any type
        return moved(data, dims, [&](const Index& at) {
            Dims from = at.at();
            const double x = nearestTo(way, original(way, how, at[axis]));
            from[axis] = static_cast<std::int64_t>(inside(how, x));
            return placeOf(data.dims(), from);
        });
    }
    Array result(DataType::float64, dims); // refuses a size that is too large
    if (result.count() == 0)
        return result; // beside an empty axis, `how.to` has no limit
    std::vector<std::vector<Tap>> all;
    for (std::int64_t i = 0; i < how.to; ++i)
        all.push_back(taps(way, how, original(way, how, i)));
    for (Index at(dims); at; ++at) {
        Dims from = at.at();
        double sum = 0;
        for (const Tap& tap : all[static_cast<std::size_t>(at[axis])]) {
            from[axis] = static_cast<std::int64_t>(tap.place);
            sum += tap.weight * data.real(placeOf(data.dims(), from));
        }
        result.set(at.place(), sum);
    }
    return result;
}

/// Converts interpolated doubles back to `type`; integers are rounded and saturated.
Array typed(const Array& numbers, DataType type) {
    Array result(type, numbers.dims());
    const unsigned bits = dataTypeBits(type);
    const double most = std::ldexp(1.0, static_cast<int>(isSigned(type) ? bits - 1 : bits)) - 1;
    const double least = isSigned(type) ? -most - 1 : 0;
    for (std::size_t i = 0; i < result.count(); ++i)
        result.set(i, result.isFloat()
                          ? numbers.real(i)
                          : std::fmin(std::fmax(std::round(numbers.real(i)), least), most));
    return result;
}

Array resized(const Array& data, const Way& way, const std::vector<Along>& axes) {
    require(way.mode == "nearest" || way.mode == "linear" || way.mode == "cubic",
            "this mode is not known");
    Array result = data;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        require(axes[i].from > 0 || axes[i].to == 0, "an empty axis cannot be enlarged");
        require(axes[i].scale > 0 || axes[i].to == 0, "a scale is not positive");
        const bool whole = way.coordinates != "tf_crop_and_resize" ||
                           (axes[i].roiStart == 0 && axes[i].roiEnd == 1);
        if (axes[i].resized && (axes[i].from != axes[i].to || axes[i].scale != 1 || !whole))
            result = along(result, i, way, axes[i]);
    }
    if (result.type() != data.type())
        result = typed(result, data.type());
    if (way.coordinates != "tf_crop_and_resize")
        return result;
    for (Index at(result.dims()); at; ++at)
        for (std::size_t i = 0; i < axes.size(); ++i)
            if (axes[i].resized && isBeyond(axes[i], original(way, axes[i], at[i])))
                result.set(at.place(), way.extrapolation);
    return result;
}

/// Upsample, and Resize before version 11: there is one scale for each axis, and coordinates are
/// asymmetric.
void byScales(Call& call, const std::vector<double>& scales) {
    const Array& data = call.in(0);
    require(scales.size() == data.rank(), "one scale for each axis was expected");
    Way way;
    way.mode = call.text("mode", "nearest");
    way.mode = way.mode == "bilinear" ? "linear" : way.mode;
    require(way.mode == "nearest" || way.mode == "linear", "this mode is not known");
    way.coordinates = "asymmetric";
    way.nearest = "floor";
    std::vector<Along> axes(data.rank());
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double to = std::floor(static_cast<double>(data.dims()[i]) * scales[i]);
        require(scales[i] > 0 && to < 1e12, "a scale is too large, or not positive");
        axes[i] = {data.dims()[i], static_cast<std::int64_t>(to), scales[i], 0, 1, true};
    }
    call.give(resized(data, way, axes));
}

/// Output sizes from the input `sizes`; keep_aspect_ratio_policy makes one scale of all of them.
void bySizes(std::vector<Along>& axes, const std::vector<std::size_t>& named, const Dims& sizes,
             const std::string& policy) {
    require(sizes.size() == named.size(), "one size for each axis was expected");
    double common = policy == "not_smaller" ? 0 : std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < named.size(); ++i) {
        Along& axis = axes[named[i]];
        require(sizes[i] >= 0, "a size is negative");
        axis.to = sizes[i];
        axis.scale = 1;
        if (axis.from == 0)
            continue; // an empty axis has no scale
        axis.scale = static_cast<double>(sizes[i]) / static_cast<double>(axis.from);
        common =
            policy == "not_smaller" ? std::fmax(common, axis.scale) : std::fmin(common, axis.scale);
    }
    if (policy == "stretch")
        return;
    require(policy == "not_larger" || policy == "not_smaller",
            "this keep_aspect_ratio_policy is not known");
    for (const std::size_t i : named) {
        axes[i].to = 0;
        if (axes[i].from == 0)
            continue;
        axes[i].scale = common;
        axes[i].to = static_cast<std::int64_t>(
            std::fmin(std::floor(common * static_cast<double>(axes[i].from) + 0.5), 1e12));
    }
}

/// Output sizes ⌊size · (roi_end − roi_start) · scale⌋; roi only counts for tf_crop_and_resize.
void byFactors(std::vector<Along>& axes, const std::vector<std::size_t>& named,
               const std::vector<double>& scales, bool cropped) {
    require(scales.size() == named.size(), "one scale for each axis was expected");
    for (std::size_t i = 0; i < named.size(); ++i) {
        Along& axis = axes[named[i]];
        axis.scale = scales[i];
        const double region = cropped ? axis.roiEnd - axis.roiStart : 1;
        const double to = std::floor(static_cast<double>(axis.from) * region * axis.scale);
        require(axis.scale > 0 && to >= 0 && to < 1e12, "a scale is too large, or not positive");
        axis.to = static_cast<std::int64_t>(to);
    }
}

} // namespace

void upsample(Call& call) {
    if (call.version() >= 9)
        return byScales(call, call.in(1).reals());
    if (call.version() >= 7)
        return byScales(call, call.reals("scales"));
    byScales(call, {1, 1, call.real("height_scale", 1), call.real("width_scale", 1)});
}

/// Inputs X, roi, scales, sizes; in version 10 X, scales.
void resize(Call& call) {
    if (call.version() < 11)
        return byScales(call, call.in(1).reals());
    const Array& data = call.in(0);
    Way way;
    way.mode = call.text("mode", way.mode);
    way.coordinates = call.text("coordinate_transformation_mode", way.coordinates);
    way.nearest = call.text("nearest_mode", way.nearest);
    way.antialias = call.integer("antialias", 0) != 0;
    way.excludeOutside = call.integer("exclude_outside", 0) != 0;
    way.cubic = call.real("cubic_coeff_a", -0.75F);
    way.extrapolation = call.real("extrapolation_value", 0);
    const bool cropped = way.coordinates == "tf_crop_and_resize";

    std::vector<Along> axes(data.rank());
    std::vector<std::size_t> named;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        axes[i] = {data.dims()[i], data.dims()[i], 1, 0, 1, !call.hasAttribute("axes")};
        if (axes[i].resized)
            named.push_back(i);
    }
    for (const std::int64_t axis : call.integers("axes")) {
        named.push_back(axisIn(axis, data.rank()));
        axes[named.back()].resized = true;
    }
    if (cropped) {
        const std::vector<double> roi = call.in(1).reals();
        for (const double number : roi)
            require(std::isfinite(number), "roi must consist of finite numbers");
        require(roi.size() == 2 * named.size(), "roi must have two numbers for each axis");
        for (std::size_t i = 0; i < named.size(); ++i) {
            axes[named[i]].roiStart = roi[i];
            axes[named[i]].roiEnd = roi[i + named.size()];
        }
    }
    const bool scaled = call.has(2) && call.in(2).count() > 0;
    require(scaled != (call.has(3) && call.in(3).count() > 0) || named.empty(),
            "exactly one of scales and sizes must be given");
    if (scaled)
        byFactors(axes, named, call.in(2).reals(), cropped);
    else if (call.has(3))
        bySizes(axes, named, call.in(3).integers(),
                call.text("keep_aspect_ratio_policy", "stretch"));
    call.give(resized(data, way, axes));
}

} // namespace partita::reference
