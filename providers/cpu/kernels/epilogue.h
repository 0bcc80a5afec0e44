#pragma once

#include <optional>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

namespace partita::cpu {

/// An element-wise function y = f(y) as oneDNN's eltwise takes it.
struct Activation {
    dnnl::algorithm kind = dnnl::algorithm::undef;
    float alpha = 0, beta = 0;
};

/// Operations fused into a kernel, applied to its result in this order. Numbers are indices of the
/// node's inputs.
struct Epilogue {
    /// BatchNormalization folded into the weights: scale, B, mean and var from this input on.
    std::optional<std::size_t> batchNormalization;
    float batchEpsilon = 0;
    std::optional<std::size_t> bias;     ///< added; one value for each channel or column
    std::optional<std::size_t> residual; ///< added; of the output's shape
    std::vector<Activation> activations;

    [[nodiscard]] bool empty() const {
        return !batchNormalization && !bias && !residual && activations.empty();
    }
    /// oneDNN's attributes for residual and activations; `scale` multiplies the result before them.
    [[nodiscard]] dnnl::primitive_attr attributes(float scale = 1) const;
};

} // namespace partita::cpu
