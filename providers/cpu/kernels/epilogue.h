#pragma once

#include <optional>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

namespace partita::cpu {

/// y = f(y) in oneDNN's words.
struct Activation {
    dnnl::algorithm kind = dnnl::algorithm::undef;
    float alpha = 0, beta = 0;
};

/// What a kernel does to its result before it is written, in this order. Numbers name inputs of the
/// kernel's node.
struct Epilogue {
    /// BatchNormalization taken into the weights: scale, B, mean and var from this input on.
    std::optional<std::size_t> batchNormalization;
    float batchEpsilon = 0;
    std::optional<std::size_t> bias;     ///< one value for each channel or column
    std::optional<std::size_t> residual; ///< added; of the output's shape
    std::vector<Activation> activations;

    [[nodiscard]] bool empty() const {
        return !batchNormalization && !bias && !residual && activations.empty();
    }
    /// Residual and activations as oneDNN takes them; `scale`: of the result, before all of them.
    [[nodiscard]] dnnl::primitive_attr attributes(float scale = 1) const;
};

} // namespace partita::cpu
