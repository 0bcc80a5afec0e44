#include "providers/cpu/kernels/conv_layouts.h"

#include <string_view>

#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// oneDNN's choice of a kernel and of the weights' layout. `orNone`: empty, instead of an exception,
/// where it has no kernel.
dnnl::convolution_forward::primitive_desc
describe(const LayoutGeometry& geometry, const TensorDesc& source, const TensorDesc& target,
         const dnnl::primitive_attr& how, bool orNone = false) {
    const TensorDesc bias = geometry.hasBias ? plainDesc({geometry.out[1]}) : TensorDesc();
    return {OneDnn::instance().engine,
            dnnl::prop_kind::forward_inference,
            dnnl::algorithm::convolution_direct,
            source,
            anyDesc(geometry.weights),
            bias,
            target,
            geometry.strides.toVector(),
            geometry.dilations.toVector(),
            geometry.padBegin.toVector(),
            geometry.padEnd.toVector(),
            how,
            orNone};
}

/// Interleaves `Channels` planes to pixels [begin, end).
template <int Channels>
[[gnu::always_inline]] inline void mixPlanes(const float* planes, std::int64_t size, float* pixels,
                                             std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
        for (int c = 0; c < Channels; ++c)
            pixels[i * Channels + c] = planes[c * size + i];
}

PARTITA_FOR_EACH_CPU
void mixPlanes(std::int64_t channels, const float* planes, std::int64_t size, float* pixels,
               std::int64_t begin, std::int64_t end) {
    switch (channels) {
    case 1: return mixPlanes<1>(planes, size, pixels, begin, end);
    case 2: return mixPlanes<2>(planes, size, pixels, begin, end);
    case 3: return mixPlanes<3>(planes, size, pixels, begin, end);
    default: return mixPlanes<4>(planes, size, pixels, begin, end);
    }
}

} // namespace

dnnl::convolution_forward::primitive_desc chooseLayouts(const LayoutGeometry& geometry,
                                                        const Epilogue& epilogue, bool mayStride) {
    const auto how = epilogue.attributes();
    auto best = describe(geometry, anyDesc(geometry.in), anyDesc(geometry.out), how);
    if (!mayStride || !unblockedStrides(best.dst_desc()).empty())
        return best;
    auto other =
        describe(geometry, channelsLast(geometry.in), channelsLast(geometry.out), how, true);
    const auto isFast = [&] {
        const std::string_view name = other.impl_info_str();
        return name.find("ref") == std::string_view::npos &&
               name.find("gemm") == std::string_view::npos;
    };
    return other && isFast() ? other : best;
}

void interleave(const RuntimeValue& x, float* pixels) {
    const std::int64_t channels = x.dims[1], size = product(x.dims, 2);
    for (std::int64_t n = 0; n < x.dims[0]; ++n) {
        const std::int64_t first = n * channels * size;
        parallelFor(size, 16384 / channels, [&](std::int64_t begin, std::int64_t end) {
            mixPlanes(channels, x.as<float>() + first, size, pixels + first, begin, end);
        });
    }
}

} // namespace partita::cpu
