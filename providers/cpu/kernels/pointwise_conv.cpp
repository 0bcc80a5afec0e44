#include "providers/cpu/kernels/pointwise_conv.h"

#include <algorithm>

#include "providers/cpu/loops/vector_operations.h"
#include "providers/cpu/threads/thread_team.h"

namespace partita::cpu {

namespace {

/// The product of [filters, channels] and [channels, pixels].
PreparedProduct::Layout productLayout(std::int64_t filters, std::int64_t channels,
                                      std::int64_t pixels) {
    return {plainDesc({filters, channels}), plainDesc({channels, pixels}),
            plainDesc({filters, pixels}), TensorDesc()};
}

} // namespace

std::optional<PointwiseConv> PointwiseConv::of(const Window& window, const Dims& in,
                                               const Dims& weights) {
    constexpr std::int64_t kFewPixels = 128; // whose last vectors are mostly empty
    const std::int64_t pixels = product(in, 2);
    if (weights[1] != in[1] || !areAll(window.kernel, 1) || !areAll(window.strides, 1) ||
        !areAll(window.padBegin, 0) || !areAll(window.padEnd, 0) || pixels < kFewPixels ||
        product(in) == 0 || weights[0] == 0)
        return std::nullopt;
    return PointwiseConv(in, weights[0], pixels);
}

PointwiseConv::PointwiseConv(const Dims& in, std::int64_t filters, std::int64_t pixels)
    : m_out(in), m_channels(in[1]), m_pixels(pixels),
      m_product(productLayout(filters, in[1], pixels), Epilogue(), 1, false, nullptr,
                PackedWeights()) {
    m_out[1] = filters;
}

void PointwiseConv::run(const float* x, const float* weights, const float* bias,
                        const std::vector<VectorStep>& steps, float* y) {
    const std::int64_t images = m_out[0], filters = m_out[1];
    for (std::int64_t n = 0; n < images; ++n)
        m_product.run(weights, x + n * m_channels * m_pixels, nullptr, y + n * filters * m_pixels);
    if (!bias && steps.empty())
        return;
    parallelFor(images * filters, 1 + 16384 / m_pixels, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) {
            float* row = y + i * m_pixels;
            const auto apply = [&](const VectorStep& step) {
                runVectorStep(step, row, nullptr, row, static_cast<std::size_t>(m_pixels));
            };
            if (bias) {
                VectorStep add;
                add.code = VectorCode::linear;
                add.alpha = 1;
                add.beta = bias[i % filters];
                apply(add);
            }
            std::ranges::for_each(steps, apply);
        }
    });
}

} // namespace partita::cpu
