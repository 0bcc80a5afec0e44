// Convolution of doubles, which oneDNN does not have.

#include <algorithm>
#include <cmath>

#include "providers/cpu/kernels/kernels.h"
#include "providers/cpu/kernels/map_floats.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/narrow_types.h"

namespace partita::cpu {

namespace {

/// Sizes of a convolution of X [N, C, spatial …] with W [M, C / group, kernel …].
struct WideConvGeometry {
    Window window;
    Dims spatial, out, dims; ///< spatial sizes of X and of Y; all dims of Y
    std::int64_t group, filters, channels, perGroup, inSize, outSize, cells;

    WideConvGeometry(const KernelContext& context, const RuntimeValue& x, const RuntimeValue& w) {
        require(x.dims.size() >= 3 && w.dims.size() == x.dims.size(),
                "X and W must have the same rank, at least 3");
        spatial.assign(x.dims.begin() + 2, x.dims.end());
        window = windowOf(context.node(), spatial, Dims(w.dims.begin() + 2, w.dims.end()));
        out = window.outDims(spatial, false);
        group = context.node().intAttribute("group", 1);
        filters = w.dims[0];
        channels = x.dims[1];
        perGroup = w.dims[1];
        require(group > 0 && channels % group == 0 && channels / group == perGroup &&
                    filters % group == 0,
                "channels, weights and group do not match");
        dims = {x.dims[0], filters};
        dims.insert(dims.end(), out.begin(), out.end());
        inSize = product(spatial);
        outSize = product(out);
        cells = product(window.kernel);
    }
    /// The channel of X that filter `f` reads as its channel `c`.
    [[nodiscard]] std::int64_t channelOf(std::int64_t f, std::int64_t c) const {
        return f / (filters / group) * perGroup + c;
    }
};

} // namespace

/// Convolves X with the filters W and adds the bias B, in float64.
///
/// Inputs:   X float64 [N, C, D1, …, Dn]; W [M, C / group, k1, …, kn]; B [M], optional
/// Outputs:  Y [N, M, o1, …, on]
/// Method:   plain loops on one thread
/// Source:   ONNX Conv-22
void convOfDoubles(KernelContext& context) {
    const RuntimeValue &x = context.input(0), &w = context.input(1);
    const RuntimeValue* bias = context.optional(2);
    const WideConvGeometry g(context, x, w);
    require(!bias || bias->count() == g.filters,
            "the bias needs one value for each output channel");
    RuntimeValue& y = context.output(0, x.type, g.dims);
    if (y.count() == 0)
        return;
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
