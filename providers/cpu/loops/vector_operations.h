#pragma once

#include <cstddef>
#include <cstdint>

namespace partita::cpu {

/// The operation of one step of a vector program on a block of float32 elements.
enum class VectorCode : std::uint8_t {
    // two operands
    add,
    subtract,
    multiply,
    divide,
    maximum,
    minimum,
    power,
    prelu,
    // one operand, with up to two parameters
    absolute,
    negate,
    cube,
    relu,
    leakyRelu,
    thresholdedRelu, ///< x > alpha ? x : 0
    clip,
    sigmoid,
    tanh,
    erf,
    exp,
    log,
    squareRoot,
    reciprocal,
    hardSigmoid,
    hardSwish,
    gelu,
    geluTanh,
    swish,
    elu,
    softplus,
    floor,
    ceil,
    sine,
    cosine,
    dequantize, ///< (x - alpha) · beta
    quantize,   ///< round(x / alpha) + beta, clamped to [low, high]
    copy,
};

/// z[i] = code(x[i], y[i]); x, y and z are the numbers of registers, which hold one block each.
struct VectorStep {
    VectorCode code = VectorCode::copy;
    std::uint8_t x = 0, y = 0, z = 0;
    float alpha = 0, beta = 0;
    float low = 0, high = 0;
};

/// The number of elements in a block; a few blocks fit into the first-level cache.
constexpr std::size_t kVectorBlock = 512;

/// Runs one step over `count` elements; `z` may be `x` or `y`.
void runVectorStep(const VectorStep& step, const float* x, const float* y, float* z,
                   std::size_t count);

} // namespace partita::cpu
