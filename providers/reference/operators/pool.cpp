// Pooling: maximum, average and Lp norm of a window, of the whole plane or of a region of interest.

#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/reference/operators/elementwise.h"
#include "providers/reference/operators/window.h"

namespace partita::reference {

namespace {

Dims pooledDims(const Array& x, const Dims& spatial) {
    Dims dims{x.dims()[0], x.dims()[1]};
    dims.insert(dims.end(), spatial.begin(), spatial.end());
    return dims;
}

/// The linear indices of a window's elements inside the plane, and the number of its elements
/// inside the plane or its pads. The rest lies beyond the pads, which ceil_mode allows.
struct Covered {
    std::vector<std::size_t> places;
    std::size_t padded = 0;
};

Covered coveredBy(const Window& window, const Index& at) {
    Covered covered;
    for (Index tap(window.kernel); tap; ++tap) {
        bool inside = true, padded = true;
        std::int64_t place = 0;
        for (std::size_t axis = 0; axis < window.in.size(); ++axis) {
            const std::int64_t x = window.coordinate(axis, at[axis], tap[axis]);
            inside = inside && x >= 0 && x < window.in[axis];
            padded = padded && x < window.in[axis] + window.end[axis];
            place = place * window.in[axis] + x;
        }
        if (inside)
            covered.places.push_back(static_cast<std::size_t>(place));
        covered.padded += padded;
    }
    return covered;
}

/// y[plane, place] = f for every window position of every plane; f gets the result, the output
/// index, the index of the plane's first element and the covered elements.
template <class F> Array pooled(const Call& call, const Array& x, const Window& window, F&& f) {
    Array result(x.type(), pooledDims(x, window.out));
    const std::size_t in = countBetween(window.in, 0, window.in.size()),
                      out = countBetween(window.out, 0, window.out.size());
    for (Index at(window.out); at; ++at) {
        call.checkStop();
        const Covered covered = coveredBy(window, at);
        for (std::size_t plane = 0; plane < x.size(0) * x.size(1); ++plane)
            f(result, plane * out + at.place(), plane * in, covered);
    }
    return result;
}

/// Whether there are planes, and they hold nothing.
bool hasEmptyPlanes(const Array& x) {
    return x.rank() >= 3 && x.count() == 0 && x.size(0) > 0 && x.size(1) > 0;
}

/// A window as large as the plane, for global pooling.
Window wholeOf(const Array& x) {
    const Dims in = spatialOf(x);
    require(!in.empty(), "the input must have spatial dimensions");
    return {in,
            in,
            Dims(in.size(), 1),
            Dims(in.size(), 1),
            Dims(in.size(), 0),
            Dims(in.size(), 0),
            Dims(in.size(), 1)};
}

Array mostOf(const Call& call, const Array& x, const Window& window, Array* indices) {
    // Converts a row-major index in the plane to a column-major one, for storage_order 1.
    const auto columnFirst = [&](std::size_t place) {
        std::int64_t index = 0, stride = static_cast<std::int64_t>(countOf(window.in));
        auto rest = static_cast<std::int64_t>(place);
        for (std::size_t axis = window.in.size(); axis-- > 0;) {
            stride /= window.in[axis];
            index += rest % window.in[axis] * stride;
            rest /= window.in[axis];
        }
        return static_cast<std::size_t>(index);
    };
    const bool byColumns = call.integer("storage_order", 0) == 1;
    return pooled(
        call, x, window,
        [&](Array& result, std::size_t to, std::size_t plane, const Covered& covered) {
            if (covered.places.empty()) {
                result.set(to, -std::numeric_limits<double>::infinity());
                if (indices) // any index is valid, as no element was chosen
                    indices->set(to, static_cast<double>(plane));
                return;
            }
            std::size_t best = covered.places.front();
            for (const std::size_t place : covered.places)
                if (x.real(plane + place) > x.real(plane + best) ||
                    (std::isnan(x.real(plane + place)) && !std::isnan(x.real(plane + best))))
                    best = place;
            result.copy(to, x, plane + best);
            if (indices)
                indices->set(to,
                             static_cast<double>(plane + (byColumns ? columnFirst(best) : best)));
        });
}

Array meanOf(const Call& call, const Array& x, const Window& window) {
    const bool withPadding = call.integer("count_include_pad", 0) != 0;
    return pooled(call, x, window,
                  [&](Array& result, std::size_t to, std::size_t plane, const Covered& covered) {
                      double sum = 0;
                      for (const std::size_t place : covered.places)
                          sum += x.real(plane + place);
                      const std::size_t count =
                          withPadding ? covered.padded : covered.places.size();
                      // ONNX does not say what the average of nothing is; runtimes give 0.
                      result.set(to, count == 0 ? 0 : sum / static_cast<double>(count));
                  });
}

/// Version 1 has p as a float, later versions as an integer.
Array normOf(const Call& call, const Array& x, const Window& window) {
    const double p =
        call.version() < 2 ? call.real("p", 2) : static_cast<double>(call.integer("p", 2));
    return pooled(call, x, window,
                  [&](Array& result, std::size_t to, std::size_t plane, const Covered& covered) {
                      double sum = 0;
                      for (const std::size_t place : covered.places)
                          sum += std::pow(std::fabs(x.real(plane + place)), p);
                      result.set(to, std::pow(sum, 1 / p));
                  });
}

Window slidingWindow(Call& call) {
    Window window = windowOf(call, spatialOf(call.in(0)), call.integers("kernel_shape"));
    for (std::size_t axis = 0; axis < window.in.size(); ++axis)
        require(window.begin[axis] < window.extent(axis) && window.end[axis] < window.extent(axis),
                "a window would cover nothing but padding");
    return window;
}

} // namespace

void maxPool(Call& call) {
    const Array& x = call.in(0);
    const Window window = slidingWindow(call);
    Array indices(DataType::int64, pooledDims(x, window.out));
    call.give(0, mostOf(call, x, window, &indices));
    call.give(1, indices);
}

void averagePool(Call& call) { call.give(meanOf(call, call.in(0), slidingWindow(call))); }
void lpPool(Call& call) { call.give(normOf(call, call.in(0), slidingWindow(call))); }
void globalMaxPool(Call& call) {
    require(!hasEmptyPlanes(call.in(0)), "an empty input has no largest element");
    call.give(mostOf(call, call.in(0), wholeOf(call.in(0)), nullptr));
}
void globalAveragePool(Call& call) {
    require(!hasEmptyPlanes(call.in(0)), "an empty input has no average");
    call.give(meanOf(call, call.in(0), wholeOf(call.in(0))));
}
void globalLpPool(Call& call) { call.give(normOf(call, call.in(0), wholeOf(call.in(0)))); }

/// Inverse of MaxPool: puts each element where its index says in a tensor of the size before
/// pooling. A larger output_shape keeps that tensor at its start and fills the rest with 0.
void maxUnpool(Call& call) {
    const Array &x = call.in(0), &indices = call.in(1);
    require(x.count() == indices.count(), "one index for each element was expected");
    const Window window = attributesOf(call, spatialOf(x), call.integers("kernel_shape"));
    Dims spatial = window.in;
    for (std::size_t axis = 0; axis < spatial.size(); ++axis)
        spatial[axis] = (spatial[axis] - 1) * window.strides[axis] + window.kernel[axis] -
                        window.begin[axis] - window.end[axis];
    Array before(x.type(), pooledDims(x, spatial));
    for (std::size_t i = 0; i < x.count(); ++i) {
        const auto size = static_cast<std::int64_t>(before.count());
        before.copy(static_cast<std::size_t>(indexIn(indices.integer(i), size)), x, i);
    }
    if (!call.has(2)) {
        call.give(before);
        return;
    }
    Array result(x.type(), call.in(2).integers());
    require(result.rank() == before.rank(),
            "output_shape must have one size for each axis of the input");
    for (std::size_t axis = 0; axis < result.rank(); ++axis)
        require(result.dims()[axis] >= before.dims()[axis],
                "output_shape is smaller than the shape before pooling");
    for (Index at(before.dims()); at; ++at)
        result.copy(placeOf(result.dims(), at.at()), before, at.place());
    call.give(result);
}

/// rois [num_rois, 5] are batch index, x1, y1, x2, y2; each region is divided into bins of whole
/// pixels. The maximum of an empty bin is 0; NaN is passed over, as ONNX Runtime does.
void maxRoiPool(Call& call) {
    constexpr double kLeast = -std::numeric_limits<double>::infinity();
    const Array &x = call.in(0), &regions = call.in(1);
    const Dims bins = call.integers("pooled_shape");
    const double scale = call.real("spatial_scale", 1);
    require(x.rank() == 4 && regions.rank() == 2 && regions.dims()[1] == 5 && bins.size() == 2,
            "X must have 4 dimensions, rois must be [count, 5] and pooled_shape two sizes");
    Array result(x.type(), {regions.dims()[0], x.dims()[1], bins[0], bins[1]});
    for (Index at(result.dims()); at; ++at) {
        const std::size_t region = 5 * static_cast<std::size_t>(at[0]);
        std::int64_t begin[2], end[2];
        for (std::size_t axis = 0; axis < 2; ++axis) { // y, then x
            const auto corner = [&](std::size_t i) {
                const double place = std::round(regions.real(region + i) * scale);
                require(std::fabs(place) < 1e9, "a region is out of range");
                return place;
            };
            const double first = corner(2 - axis), last = corner(4 - axis);
            const double size = std::max(last - first + 1, 1.0) / static_cast<double>(bins[axis]);
            const auto bin = static_cast<double>(at[2 + axis]);
            const auto within = [&](double place) {
                return static_cast<std::int64_t>(
                    std::clamp(place + first, 0.0, static_cast<double>(x.dims()[2 + axis])));
            };
            begin[axis] = within(std::floor(bin * size));
            end[axis] = within(std::ceil((bin + 1) * size));
        }
        const std::int64_t n = indexIn(regions.integer(region), x.dims()[0]);
        double most = begin[0] < end[0] && begin[1] < end[1] ? kLeast : 0;
        for (std::int64_t row = begin[0]; row < end[0]; ++row)
            for (std::int64_t column = begin[1]; column < end[1]; ++column) {
                const double value = x.real(placeOf(x.dims(), {n, at[1], row, column}));
                most = value > most ? value : most; // NaN is none
            }
        result.set(at.place(), most);
    }
    call.give(result);
}

namespace {

/// Sampling positions along one axis: `start` of the region, size of a `bin`, `count` of samples in
/// it.
struct Samples {
    double start, bin;
    std::int64_t count;

    [[nodiscard]] double place(std::int64_t i, std::int64_t sample) const {
        return start + bin * (static_cast<double>(i) +
                              (static_cast<double>(sample) + 0.5) / static_cast<double>(count));
    }
};

/// The four pixels around a position times their bilinear weights; zeros where it lies outside.
std::vector<double> corners(const Array& x, std::int64_t n, std::int64_t channel, double y,
                            double place) {
    const std::int64_t height = x.dims()[2], width = x.dims()[3];
    if (!(y >= -1 && y <= static_cast<double>(height) && place >= -1 &&
          place <= static_cast<double>(width)))
        return {0, 0, 0, 0};
    y = std::clamp(y, 0.0, static_cast<double>(height - 1));
    place = std::clamp(place, 0.0, static_cast<double>(width - 1));
    const double down = y - std::floor(y), right = place - std::floor(place);
    std::vector<double> values;
    for (const int i : {0, 1})
        for (const int j : {0, 1}) {
            const std::int64_t row = std::min(static_cast<std::int64_t>(y) + i, height - 1),
                               column = std::min(static_cast<std::int64_t>(place) + j, width - 1);
            values.push_back(x.real(placeOf(x.dims(), {n, channel, row, column})) *
                             (i ? down : 1 - down) * (j ? right : 1 - right));
        }
    return values;
}

} // namespace

/// rois [num_rois, 4] are x1, y1, x2, y2 between pixels. Each bin is the mean of its bilinear
/// samples, or in mode max the largest weighted corner of them. Since version 16 pixel centres lie
/// at half coordinates, unless coordinate_transformation_mode is output_half_pixel.
void roiAlign(Call& call) {
    const Array &x = call.in(0), &regions = call.in(1), &batch = call.in(2);
    require(x.rank() == 4 && regions.rank() == 2 && regions.dims()[1] == 4 &&
                batch.count() == regions.size(0) && x.count() > 0,
            "X must be a non-empty image, and rois [count, 4] with one batch index each");
    const Dims bins{call.integer("output_height", 1), call.integer("output_width", 1)};
    const std::int64_t ratio = call.integer("sampling_ratio", 0);
    require(ratio >= 0 && ratio < 1024, "sampling_ratio is not valid");
    const double scale = call.real("spatial_scale", 1);
    const bool half = call.version() >= 16 &&
                      call.text("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    const bool most = call.text("mode", "avg") == "max";
    for (std::size_t i = 0; i < regions.count(); ++i)
        require(std::isfinite(regions.real(i)), "a region is not finite");
    constexpr double kMostSamples = 1 << 23;
    Array result(x.type(), {regions.dims()[0], x.dims()[1], bins[0], bins[1]});
    for (Index at(result.dims()); at; ++at) {
        const auto samples = [&](std::size_t axis) {
            const std::size_t region = 4 * static_cast<std::size_t>(at[0]);
            const double first = regions.real(region + 1 - axis) * scale - (half ? 0.5 : 0),
                         last = regions.real(region + 3 - axis) * scale - (half ? 0.5 : 0);
            const double size = half ? last - first : std::max(last - first, 1.0);
            const double bin = size / static_cast<double>(bins[axis]);
            const double adaptive = std::max(std::ceil(bin), 0.0); // 0 where the region is empty
            require(adaptive < kMostSamples, "a region is too large to be sampled");
            return Samples{first, bin, ratio > 0 ? ratio : static_cast<std::int64_t>(adaptive)};
        };
        const Samples rows = samples(0), columns = samples(1);
        const double places = static_cast<double>(rows.count) * static_cast<double>(columns.count);
        require(places * static_cast<double>(bins[0]) * static_cast<double>(bins[1]) <=
                    kMostSamples,
                "a region is too large to be sampled");
        const std::int64_t n = indexIn(batch.integer(static_cast<std::size_t>(at[0])), x.dims()[0]);
        double sum = 0, largest = -std::numeric_limits<double>::infinity();
        for (std::int64_t i = 0; i < rows.count; ++i)
            for (std::int64_t j = 0; j < columns.count; ++j)
                for (const double value :
                     corners(x, n, at[1], rows.place(at[2], i), columns.place(at[3], j))) {
                    sum += value;
                    largest = std::max(largest, value);
                }
        if (places == 0)
            continue; // of nothing, ONNX Runtime's mean and maximum are 0
        result.set(at.place(),
                   most ? largest : sum / static_cast<double>(rows.count * columns.count));
    }
    call.give(result);
}

} // namespace partita::reference
