#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <oneapi/dnnl/dnnl.hpp>

#include "providers/cpu/loops/vector_step.h"

namespace partita {
struct Node;
}

namespace partita::cpu {

/// oneDNN's name of a step, with the step's alpha and beta; `undef` where oneDNN has none.
dnnl::algorithm algorithmOf(VectorCode code);

/// What follows on the codes of a quantized convolution or product, up to the next codes: they are
/// dequantized, normalized or added to a bias, added to others, activated and quantized. Numbers are
/// indices of the node's inputs.
struct CodeStage {
    std::optional<std::size_t> batchNormalization; ///< scale, B, mean and var from this input on
    float batchEpsilon = 0;
    std::optional<std::size_t> bias; ///< float32, one for each column; without batchNormalization
    std::optional<std::size_t> residual; ///< codes to add, their scale and zero point, from here on
    std::vector<VectorStep> activations; ///< that oneDNN has
    std::size_t result = 0; ///< scale and zero point of the new codes, from this input on
};

struct DepthwiseStep;

/// Operations fused into a kernel, applied to its result in this order. Numbers are indices of the
/// node's inputs.
struct Epilogue {
    /// BatchNormalization folded into the weights: scale, B, mean and var from this input on.
    std::optional<std::size_t> batchNormalization;
    float batchEpsilon = 0;
    std::optional<std::size_t> bias;     ///< added; one value for each channel or column
    std::optional<std::size_t> residual; ///< added; of the output's shape
    std::vector<VectorStep> activations; ///< steps of one operand that oneDNN has

    std::vector<CodeStage> stages; ///< of a kernel that makes codes, after the activations
    /// Of a convolution of single pixels, without residual, after the activations; null: none.
    std::shared_ptr<const DepthwiseStep> depthwise;

    [[nodiscard]] bool empty() const {
        return !batchNormalization && !bias && !residual && activations.empty() && stages.empty() &&
               !depthwise;
    }
    /// The activations as own loops run them.
    [[nodiscard]] std::vector<VectorStep> ownSteps() const;
    /// oneDNN's attributes for residual and activations; `scale` multiplies the result before them.
    [[nodiscard]] dnnl::primitive_attr attributes(float scale = 1) const;
};

/// A convolution by filters that see one channel each, fused into the one before it. Numbers are
/// indices of the inputs of the node that both are.
struct DepthwiseStep {
    std::shared_ptr<const Node> node; ///< with the attributes of the window
    std::size_t weights = 0; ///< constant; the bias, which may be omitted, is the next input
    Epilogue epilogue;
    bool halves = false; ///< a MaxPool of 2 × 2 with steps of 2 follows, as the last
    /// Further pairs that read the same image by the same window, each of which makes one more output,
    /// without activations: its weights and bias of single pixels, and those of its filters, are the
    /// four inputs from this one on.
    std::vector<std::size_t> beside;
};

} // namespace partita::cpu
