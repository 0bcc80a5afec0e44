#pragma once

#include <optional>
#include <vector>

#include "providers/cpu/kernels/prepared_product.h"
#include "providers/cpu/kernels/window.h"
#include "providers/cpu/loops/vector_step.h"

namespace partita::cpu {

/// A convolution of single pixels as the product of its weights and the planes, which lie row-major on
/// both sides. oneDNN's convolution would have the channels last, so that both sides must be turned.
class PointwiseConv {
public:
    /// Empty where filters see neighbours or other groups, and for planes too small to pay. Sizes as in
    /// ONNX: `in` [N, C, D1 …], `weights` [M, C / group, k1 …].
    static std::optional<PointwiseConv> of(const Window& window, const Dims& in,
                                           const Dims& weights);
    /// Writes `steps`(weights [M, C] · x [N, C, pixels] + bias [M]) to y [N, M, pixels]; `bias` may be
    /// null.
    void run(const float* x, const float* weights, const float* bias,
             const std::vector<VectorStep>& steps, float* y);
    [[nodiscard]] const Dims& out() const { return m_out; } ///< dims of y

private:
    PointwiseConv(const Dims& in, std::int64_t filters, std::int64_t pixels);

    Dims m_out;
    std::int64_t m_channels, m_pixels;
    PreparedProduct m_product;
};

} // namespace partita::cpu
