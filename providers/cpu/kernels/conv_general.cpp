// Convolutions by plain loops: ConvTranspose, ConvInteger, QLinearConv.

#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

/// Calls `visit(out, in, cell)` for every cell of the kernel that meets the input, for one plane.
template <class F>
void convolve(const Window& window, const Dims& spatial, const Dims& out, F&& visit) {
    const Dims strides = denseStrides(spatial);
    const std::int64_t places = product(out), cells = product(window.kernel);
    for (std::int64_t to = 0; to < places; ++to)
        for (std::int64_t cell = 0; cell < cells; ++cell) {
            std::int64_t from = 0, rest = to, inside = cell;
            bool meets = true;
            for (std::size_t i = out.size(); i-- > 0;) {
                const std::int64_t place = rest % out[i] * window.strides[i] - window.padBegin[i] +
                                           inside % window.kernel[i] * window.dilations[i];
                rest /= out[i];
                inside /= window.kernel[i];
                meets = meets && place >= 0 && place < spatial[i];
                from += place * strides[i];
            }
            if (meets)
                visit(to, from, cell);
        }
}

/// Sizes of a convolution of X [N, C, spatial …] with W [M, C / group, kernel …].
struct ConvGeometry {
    Window window;
    Dims spatial, out, dims; ///< dims: of the result
    std::int64_t group, filters, channels, perGroup, inSize, outSize, cells;

    ConvGeometry(const KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        require(x.dims.size() >= 3 && w.dims.size() == x.dims.size(), "X and W differ in rank");
        spatial.assign(x.dims.begin() + 2, x.dims.end());
        window = windowOf(context.node(), spatial, Dims(w.dims.begin() + 2, w.dims.end()));
        out = window.outDims(spatial, false);
        group = context.node().intAttribute("group", 1);
        filters = w.dims[0];
        channels = x.dims[1];
        perGroup = w.dims[1];
        require(group > 0 && channels == perGroup * group && filters % group == 0,
                "channels, weights and group do not fit");
        dims = {x.dims[0], filters};
        dims.insert(dims.end(), out.begin(), out.end());
        inSize = product(spatial);
        outSize = product(out);
        cells = product(window.kernel);
    }
    /// The channel that filter `f` reads as its `c`-th.
    [[nodiscard]] std::int64_t channelOf(std::int64_t f, std::int64_t c) const {
        return f / (filters / group) * perGroup + c;
    }
};

struct IntegerConv {
    Dims dims;
    std::vector<std::int32_t> sums;
};

/// Σ (x - zero of x) · (w - zero of w), the latter for each filter.
IntegerConv integerConv(const KernelContext& context, const RuntimeValue& x,
                        const RuntimeValue* zeroX, const RuntimeValue& w,
                        const RuntimeValue* zeroW) {
    const ConvGeometry g(context, x, w);
    require(!zeroW || zeroW->count() == 1 || zeroW->count() == g.filters,
            "there is one zero point, or one for each filter");
    IntegerConv result;
    result.dims = g.dims;
    result.sums.assign(static_cast<std::size_t>(product(result.dims)), 0);
    const auto xZero = zeroX ? static_cast<std::int32_t>(readNumber(*zeroX, 0)) : 0;
    std::vector<std::int32_t> in(static_cast<std::size_t>(x.count()));
    for (std::int64_t i = 0; i < x.count(); ++i)
        in[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(readNumber(x, i)) - xZero;
    for (std::int64_t n = 0; n < x.dims[0]; ++n)
        for (std::int64_t f = 0; f < g.filters; ++f) {
            const auto wZero =
                zeroW ? static_cast<std::int32_t>(readNumber(*zeroW, zeroW->count() > 1 ? f : 0))
                      : 0;
            auto* sums = result.sums.data() + (n * g.filters + f) * g.outSize;
            for (std::int64_t c = 0; c < g.perGroup; ++c) {
                const auto* plane = in.data() + (n * g.channels + g.channelOf(f, c)) * g.inSize;
                convolve(g.window, g.spatial, g.out,
                         [&](std::int64_t to, std::int64_t from, std::int64_t cell) {
                             const auto weight = static_cast<std::int32_t>(readNumber(
                                                     w, (f * g.perGroup + c) * g.cells + cell)) -
                                                 wZero;
                             sums[to] = static_cast<std::int32_t>(
                                 static_cast<std::uint32_t>(sums[to]) +
                                 static_cast<std::uint32_t>(plane[from] * weight));
                         });
            }
        }
    return result;
}

/// Padding and output size of ConvTranspose from its attributes.
struct TransposedGeometry {
    Dims strides, dilations, padBegin, out;

    TransposedGeometry(const Node& node, const Dims& in, const Dims& kernel) {
        const std::size_t rank = in.size();
        const auto list = [&](const char* name, std::size_t size, std::int64_t otherwise) {
            return orDefault(node.intsAttribute(name), size, otherwise);
        };
        strides = list("strides", rank, 1);
        dilations = list("dilations", rank, 1);
        const Dims extra = list("output_padding", rank, 0), pads = list("pads", 2 * rank, 0);
        Dims wanted = node.intsAttribute("output_shape");
        if (wanted.size() == rank + 2)
            wanted.erase(wanted.begin(), wanted.begin() + 2);
        require(wanted.empty() || wanted.size() == rank, "output_shape has another rank");
        const auto automatic = node.stringAttribute("auto_pad", "NOTSET");
        const bool same = automatic == "SAME_UPPER" || automatic == "SAME_LOWER";
        for (std::size_t i = 0; i < rank; ++i) {
            require(strides[i] > 0 && dilations[i] > 0, "strides and dilations must be positive");
            const std::int64_t full =
                strides[i] * (in[i] - 1) + extra[i] + (kernel[i] - 1) * dilations[i] + 1;
            if (wanted.empty() && !same) {
                padBegin.push_back(pads[i]);
                out.push_back(full - pads[i] - pads[i + rank]);
            } else {
                out.push_back(wanted.empty() ? in[i] * strides[i] : wanted[i]);
                const std::int64_t total = std::max<std::int64_t>(0, full - out[i]);
                padBegin.push_back(automatic == "SAME_UPPER" ? total / 2 : total - total / 2);
            }
            require(out[i] >= 0, "the output would have a negative size");
        }
    }
};

} // namespace

/// Each input element adds its multiple of the kernel to the output. W [C, M / group, kernel …].
void convTransposeKernel(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &w = context.input(1);
    const RuntimeValue* bias = context.optional(2);
    require(x.dims.size() >= 3 && w.dims.size() == x.dims.size() && w.dims[0] == x.dims[1],
            "W does not fit X");
    const Dims in(x.dims.begin() + 2, x.dims.end()), kernel(w.dims.begin() + 2, w.dims.end());
    const TransposedGeometry g(context.node(), in, kernel);
    const std::int64_t group = context.node().intAttribute("group", 1), channels = x.dims[1],
                       perGroup = w.dims[1], filters = perGroup * group;
    require(group > 0 && channels % group == 0, "the groups do not fit the input");
    require(!bias || bias->count() == filters, "the bias does not fit");
    Dims dims = {x.dims[0], filters};
    dims.insert(dims.end(), g.out.begin(), g.out.end());
    RuntimeValue& y = context.output(0, x.type, dims);
    const std::int64_t inSize = product(in), outSize = product(g.out), cells = product(kernel);
    forFloatType(x.type, [&]<class T>() {
        T* out = y.as<T>();
        for (std::int64_t i = 0; i < y.count(); ++i)
            out[i] = bias ? bias->as<T>()[i / std::max<std::int64_t>(outSize, 1) % filters] : T{0};
        // The same walk as a convolution's, from the side of the input.
        const Window window{kernel, g.strides, g.dilations, g.padBegin, {}};
        convolve(window, g.out, in, [&](std::int64_t place, std::int64_t to, std::int64_t cell) {
            for (std::int64_t n = 0; n < x.dims[0]; ++n)
                for (std::int64_t c = 0; c < channels; ++c) {
                    const T value = x.as<T>()[(n * channels + c) * inSize + place];
                    const std::int64_t first = c / (channels / group) * perGroup;
                    for (std::int64_t m = 0; m < perGroup; ++m)
                        out[(n * filters + first + m) * outSize + to] +=
                            value * w.as<T>()[(c * perGroup + m) * cells + cell];
                }
        });
    });
}

/// A convolution of doubles, by plain loops.
void convOfDoubles(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &w = context.input(1);
    const RuntimeValue* bias = context.optional(2);
    const ConvGeometry g(context, x, w);
    require(!bias || bias->count() == g.filters,
            "the bias needs one value for each output channel");
    RuntimeValue& y = context.output(0, x.type, g.dims);
    for (std::int64_t row = 0; row < x.dims[0] * g.filters; ++row) {
        const std::int64_t n = row / g.filters, f = row % g.filters;
        double* sums = y.as<double>() + row * g.outSize;
        std::fill_n(sums, g.outSize, bias ? bias->as<double>()[f] : 0.0);
        for (std::int64_t c = 0; c < g.perGroup; ++c) {
            const double* plane = x.as<double>() + (n * g.channels + g.channelOf(f, c)) * g.inSize;
            const double* weights = w.as<double>() + (f * g.perGroup + c) * g.cells;
            convolve(g.window, g.spatial, g.out,
                     [&](std::int64_t to, std::int64_t from, std::int64_t cell) {
                         sums[to] += plane[from] * weights[cell];
                     });
        }
    }
}

void convIntegerKernel(KernelContext& context) {
    const auto made = integerConv(context, context.input(0), context.optional(2), context.input(1),
                                  context.optional(3));
    RuntimeValue& y = context.output(0, DataType::int32, made.dims);
    std::copy(made.sums.begin(), made.sums.end(), y.as<std::int32_t>());
}

void qLinearConvKernel(KernelContext& context) {
    const RuntimeValue &scaleX = context.input(1), &scaleW = context.input(4),
                       &scaleY = context.input(6), &zeroY = context.input(7);
    const RuntimeValue* bias = context.optional(8);
    const auto made = integerConv(context, context.input(0), &context.input(2), context.input(3),
                                  &context.input(5));
    const std::int64_t filters = made.dims[1], size = product(made.dims, 2);
    require(scaleW.count() == 1 || scaleW.count() == filters, "the scale does not fit the filters");
    require(!bias || bias->count() == filters, "the bias does not fit");
    RuntimeValue& y = context.output(0, zeroY.type, made.dims);
    const double low = zeroY.type == DataType::int8 ? -128 : 0,
                 high = zeroY.type == DataType::int8 ? 127 : 255;
    for (std::size_t i = 0; i < made.sums.size(); ++i) {
        const std::int64_t f =
            static_cast<std::int64_t>(i) / std::max<std::int64_t>(size, 1) % filters;
        const double sum = made.sums[i] + (bias ? readNumber(*bias, f) : 0);
        const double scale = readNumber(scaleX, 0) *
                             readNumber(scaleW, scaleW.count() > 1 ? f : 0) / readNumber(scaleY, 0);
        writeNumber(y, static_cast<std::int64_t>(i),
                    std::clamp(std::nearbyint(sum * scale) + readNumber(zeroY, 0), low, high));
    }
}

} // namespace partita::cpu
