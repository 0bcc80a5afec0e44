// Convolutions by plain loops: of doubles, and ConvTranspose.

#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/small_numbers.h"

namespace partita::cpu {

namespace {

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
        require(group > 0 && channels % group == 0 && channels / group == perGroup &&
                    filters % group == 0,
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
    const std::int64_t group = context.node().intAttribute("group", 1), channels = x.dims[1];
    require(group > 0 && group <= std::max<std::int64_t>(channels, 1) && channels % group == 0,
            "the groups do not fit the input");
    const std::int64_t perGroup = w.dims[1], filters = perGroup * group;
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
        forEachMeeting(window, g.out, in,
                       [&](std::int64_t place, std::int64_t to, std::int64_t cell) {
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
            forEachMeeting(g.window, g.spatial, g.out,
                           [&](std::int64_t to, std::int64_t from, std::int64_t cell) {
                               sums[to] += plane[from] * weights[cell];
                           });
        }
    }
}

} // namespace partita::cpu
