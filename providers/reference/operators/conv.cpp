// Convolutions: Conv, ConvInteger, QLinearConv, ConvTranspose and DeformConv.

#include <algorithm>
#include <cmath>

#include "providers/reference/catalogue.h"
#include "providers/reference/operators/products.h"
#include "providers/reference/operators/window.h"

namespace partita::reference {

namespace {

using Reals = std::vector<double>;

/// The elements of an input minus its zero point: a scalar, or one for each index of the first
/// axis.
Reals codes(Call& call, std::size_t input, std::size_t zeroPoint) {
    const Array& x = call.in(input);
    Reals values(x.count());
    const bool given = call.has(zeroPoint);
    const std::size_t zeros = given ? call.in(zeroPoint).count() : 1;
    require(zeros == 1 || zeros == x.size(0),
            "one zero point was expected, or one for each filter");
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t place = zeros == 1 ? 0 : i / (values.size() / zeros);
        values[i] = x.real(i) - (given ? call.in(zeroPoint).real(place) : 0);
    }
    return values;
}

/// Sizes of a convolution of X [N, C, D1, …] with W [M, C / group, kernel…]; W of ConvTranspose is
/// [C, M / group, kernel…]. Refuses sizes that do not fit each other.
struct Sizes {
    Sizes(const Call& call, const Array& x, const Array& w, bool isTransposed)
        : batch(x.size(0)), channels(x.size(1)),
          groups(static_cast<std::size_t>(std::max<std::int64_t>(1, call.integer("group", 1)))) {
        require(x.rank() >= 3 && w.rank() == x.rank(),
                "data and weights must have the same rank, at least 3");
        require(channels % groups == 0, "the number of channels is not a multiple of group");
        outputs = isTransposed ? w.size(1) * groups : w.size(0);
        require(outputs % groups == 0, "the number of output channels is not a multiple of group");
        require(isTransposed ? w.size(0) == channels : w.size(1) * groups == channels,
                "the number of channels of the weights does not match the input and group");
    }
    std::size_t batch, channels, groups, outputs = 0;
};

Dims outputDims(const Sizes& sizes, const Dims& spatial) {
    Dims dims{static_cast<std::int64_t>(sizes.batch), static_cast<std::int64_t>(sizes.outputs)};
    dims.insert(dims.end(), spatial.begin(), spatial.end());
    return dims;
}

/// y[n, m, place] = sum over c and tap of w[m, c, tap] * x[n, c, place + tap]. The outer loop runs
/// over taps, since the input positions of a tap are the same for all channels.
Reals convolve(const Call& call, const Sizes& sizes, const Window& window, const Reals& x,
               const Reals& w) {
    const std::size_t in = countBetween(window.in, 0, window.in.size()),
                      out = countBetween(window.out, 0, window.out.size()),
                      taps = countBetween(window.kernel, 0, window.kernel.size()),
                      each = sizes.channels / sizes.groups, per = sizes.outputs / sizes.groups;
    Reals y(elementsOf(outputDims(sizes, window.out)));
    for (Index tap(window.kernel); tap; ++tap) {
        const auto places = window.placesOf(tap.at());
        for (std::size_t plane = 0; plane < sizes.batch * sizes.outputs; ++plane) {
            call.checkStop();
            const std::size_t n = plane / sizes.outputs, m = plane % sizes.outputs;
            for (std::size_t c = 0; c < each; ++c) {
                const double factor = w[(m * each + c) * taps + tap.place()];
                const double* from = x.data() + (n * sizes.channels + m / per * each + c) * in;
                double* to = y.data() + plane * out;
                for (std::size_t i = 0; i < out; ++i)
                    if (places[i] >= 0)
                        to[i] += factor * from[places[i]];
            }
        }
    }
    return y;
}

/// The transposed convolution: adds each element of x, times the kernel, to the output positions
/// under the window.
Reals spread(const Call& call, const Sizes& sizes, const Window& window, const Reals& x,
             const Reals& w) {
    // The window slides over the output; its positions are the elements of x.
    const std::size_t in = countBetween(window.out, 0, window.out.size()),
                      out = countBetween(window.in, 0, window.in.size()),
                      taps = countBetween(window.kernel, 0, window.kernel.size()),
                      each = sizes.channels / sizes.groups, per = sizes.outputs / sizes.groups;
    Reals y(elementsOf(outputDims(sizes, window.in)));
    for (Index tap(window.kernel); tap; ++tap) {
        const auto places = window.placesOf(tap.at());
        for (std::size_t plane = 0; plane < sizes.batch * sizes.channels; ++plane) {
            call.checkStop();
            const std::size_t n = plane / sizes.channels, c = plane % sizes.channels;
            for (std::size_t m = 0; m < per; ++m) {
                const double factor = w[(c * per + m) * taps + tap.place()];
                double* to = y.data() + (n * sizes.outputs + c / each * per + m) * out;
                for (std::size_t i = 0; i < in; ++i)
                    if (places[i] >= 0)
                        to[places[i]] += factor * x[plane * in + i];
            }
        }
    }
    return y;
}

/// The result with bias B added, which has one element for each output channel.
Array withBias(Call& call, std::size_t bias, DataType type, const Dims& dims, const Reals& y) {
    Array result(type, dims);
    const bool given = call.has(bias);
    require(!given || call.in(bias).count() == result.size(1),
            "one bias for each output channel was expected");
    const std::size_t plane = countBetween(dims, 2, dims.size());
    for (std::size_t i = 0; i < y.size(); ++i)
        result.set(i, y[i] + (given ? call.in(bias).real(i / plane % result.size(1)) : 0));
    return result;
}

/// Sets the output sizes of ConvTranspose (window.in), its input sizes (window.out) and the pads
/// that are cut off, from output_shape, output_padding and auto_pad.
void placeTransposed(const Call& call, const Dims& in, Window& window) {
    const Dims extra = call.integers("output_padding", Dims(in.size(), 0)),
               wanted = call.integers("output_shape");
    require(extra.size() == in.size() && (wanted.empty() || wanted.size() >= in.size()),
            "output_padding or output_shape does not match the number of spatial axes");
    const std::string how = call.text("auto_pad", "NOTSET");
    const bool same = how == "SAME_UPPER" || how == "SAME_LOWER";
    window.out = in;
    for (std::size_t axis = 0; axis < in.size(); ++axis) {
        if (how == "VALID")
            window.begin[axis] = window.end[axis] = 0;
        const std::int64_t whole =
            window.strides[axis] * (in[axis] - 1) + extra[axis] + window.extent(axis);
        if (wanted.empty() && !same) {
            window.in[axis] = whole - window.begin[axis] - window.end[axis];
            continue;
        }
        window.in[axis] = wanted.empty() ? in[axis] * window.strides[axis]
                                         : wanted[wanted.size() - in.size() + axis];
        const std::int64_t total = std::max<std::int64_t>(0, whole - window.in[axis]);
        window.begin[axis] = how == "SAME_UPPER" ? total / 2 : total - total / 2;
        window.end[axis] = total - window.begin[axis];
    }
}

/// Bilinear interpolation at (y, x); pixels outside of the plane are 0.
double sampled(const double* plane, std::int64_t height, std::int64_t width, double y, double x) {
    if (!(y > -1 && y < static_cast<double>(height) && x > -1 && x < static_cast<double>(width)))
        return 0;
    double sum = 0;
    for (const double row : {std::floor(y), std::floor(y) + 1})
        for (const double column : {std::floor(x), std::floor(x) + 1}) {
            const auto i = static_cast<std::int64_t>(row), j = static_cast<std::int64_t>(column);
            if (i >= 0 && i < height && j >= 0 && j < width)
                sum +=
                    plane[i * width + j] * (1 - std::fabs(y - row)) * (1 - std::fabs(x - column));
        }
    return sum;
}

Dims kernelOf(const Array& w) { return spatialOf(w); }

} // namespace

void conv(Call& call) {
    const Array &x = call.in(0), &w = call.in(1);
    const Sizes sizes(call, x, w, false);
    const Window window = windowOf(call, spatialOf(x), kernelOf(w));
    call.give(withBias(call, 2, x.type(), outputDims(sizes, window.out),
                       convolve(call, sizes, window, x.reals(), w.reals())));
}

void convInteger(Call& call) {
    const Array &x = call.in(0), &w = call.in(1);
    const Sizes sizes(call, x, w, false);
    const Window window = windowOf(call, spatialOf(x), kernelOf(w));
    call.give(withBias(call, 4, DataType::int32, outputDims(sizes, window.out),
                       convolve(call, sizes, window, codes(call, 0, 2), codes(call, 1, 3))));
}

/// Y = saturate(round((X * W + B) * x_scale * w_scale / y_scale) + y_zero_point); B has the scale
/// x_scale * w_scale.
void qLinearConv(Call& call) {
    const Array &x = call.in(0), &w = call.in(3), &wScale = call.in(4);
    const Sizes sizes(call, x, w, false);
    const Window window = windowOf(call, spatialOf(x), kernelOf(w));
    const Array sums =
        withBias(call, 8, DataType::int32, outputDims(sizes, window.out),
                 convolve(call, sizes, window, codes(call, 0, 2), codes(call, 3, 5)));
    require(wScale.count() == 1 || wScale.count() == sizes.outputs,
            "one scale was expected, or one for each output channel");
    const double xScale = call.in(1).onlyReal(), yScale = call.in(6).onlyReal(),
                 yZero = call.in(7).onlyReal();
    Array result(call.in(7).type(), sums.dims());
    const std::size_t plane = countBetween(sums.dims(), 2, sums.rank());
    for (std::size_t i = 0; i < sums.count(); ++i) {
        const double scale = wScale.real(wScale.count() == 1 ? 0 : i / plane % sizes.outputs);
        const double y = std::nearbyint(sums.real(i) * (xScale * scale / yScale)) + yZero;
        result.set(i, saturated(result.type(), y));
    }
    call.give(result);
}

void convTranspose(Call& call) {
    const Array &x = call.in(0), &w = call.in(1);
    const Sizes sizes(call, x, w, true);
    Window window = attributesOf(call, spatialOf(x), kernelOf(w));
    placeTransposed(call, spatialOf(x), window);
    const Dims dims = outputDims(sizes, window.in);
    call.give(withBias(call, 2, x.type(), dims, spread(call, sizes, window, x.reals(), w.reals())));
}

/// Each kernel element is displaced by its offset [N, offset_group * taps * 2, OH, OW], sampled
/// bilinearly and multiplied by mask [N, offset_group * taps, OH, OW]. 2D only.
void deformConv(Call& call) {
    const Array &x = call.in(0), &w = call.in(1), &offset = call.in(2);
    require(x.rank() == 4 && offset.rank() == 4, "X and offset must have 4 dimensions");
    const Sizes sizes(call, x, w, false);
    const Window window = windowOf(call, spatialOf(x), kernelOf(w));
    const auto groups = static_cast<std::size_t>(call.integer("offset_group", 1));
    const std::size_t taps = countBetween(window.kernel, 0, 2),
                      out = countBetween(window.out, 0, 2), each = sizes.channels / sizes.groups,
                      per = sizes.outputs / sizes.groups;
    require(groups > 0 && sizes.channels % groups == 0 &&
                offset.count() == sizes.batch * groups * taps * 2 * out &&
                (!call.has(4) || 2 * call.in(4).count() == offset.count()),
            "offset, mask or offset_group does not match the input and the output");
    const Reals data = x.reals();
    Reals y(elementsOf(outputDims(sizes, window.out)));
    for (std::size_t n = 0; n < sizes.batch; ++n)
        for (std::size_t c = 0; c < sizes.channels; ++c)
            for (Index tap(window.kernel); tap; ++tap)
                for (Index at(window.out); at; ++at) {
                    call.checkStop();
                    // Index in [N, offset_group, taps].
                    const std::size_t place =
                        (n * groups + c / (sizes.channels / groups)) * taps + tap.place();
                    const auto coordinate = [&](std::size_t axis) {
                        return static_cast<double>(window.coordinate(axis, at[axis], tap[axis])) +
                               offset.real((2 * place + axis) * out + at.place());
                    };
                    const double* plane =
                        data.data() + (n * sizes.channels + c) * countBetween(window.in, 0, 2);
                    const double weight =
                        call.has(4) ? call.in(4).real(place * out + at.place()) : 1;
                    const double value = weight * sampled(plane, window.in[0], window.in[1],
                                                          coordinate(0), coordinate(1));
                    for (std::size_t m = c / each * per; m < (c / each + 1) * per; ++m)
                        y[(n * sizes.outputs + m) * out + at.place()] +=
                            value * w.real((m * each + c % each) * taps + tap.place());
                }
    call.give(withBias(call, 3, x.type(), outputDims(sizes, window.out), y));
}

} // namespace partita::reference
