#pragma once

#include <cstddef>
#include <cstdint>

#include "providers/cpu/loops/vector_step.h"

namespace partita::cpu {

enum class VectorCode : std::uint8_t {
// two operands
#define BINARY_STEP(op, step, ...) step,
#include "providers/cpu/loops/binary_operators.def"
    power,
// one operand, with up to two parameters
#define UNARY_STEP(op, step, ...) step,
#include "providers/cpu/loops/unary_operators.def"
    cube,
    powerOfHalf, ///< the square root, but 0 for -0 and inf for -inf
    linear,      ///< alpha · x + beta
    dequantize,  ///< (x - alpha) · beta
    quantize,    ///< round(x / alpha) + beta, clamped to [low, high]
    copy,
    roundToFloat16,
    roundToBfloat16,
};

/// The number of elements in a block; a few blocks fit into the first-level cache.
constexpr std::size_t kVectorBlock = 512;

/// Runs one step over `count` elements; `z` may be `x` or `y`.
void runVectorStep(const VectorStep& step, const float* x, const float* y, float* z,
                   std::size_t count);

/// Whether a step has two operands and runVectorStepBeside takes it.
bool isPairStep(VectorCode code);
/// Runs such a step over `count` elements of one operand and one number, which is the first operand
/// where `numberFirst`; `z` may be `x`.
void runVectorStepBeside(VectorCode code, const float* x, float number, bool numberFirst, float* z,
                         std::size_t count);

} // namespace partita::cpu
