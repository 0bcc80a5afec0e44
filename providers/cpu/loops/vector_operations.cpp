#include "providers/cpu/loops/vector_operations.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "providers/cpu/loops/float16_conversion.h"
#include "providers/cpu/loops/formulas.h"
#include "providers/cpu/loops/simd_math.h"

namespace partita::cpu {

namespace {

template <class F>
[[gnu::always_inline]] inline void each(const float* x, float* z, std::size_t count, F f) {
    for (std::size_t i = 0; i < count; ++i)
        z[i] = f(x[i]);
}
template <class F>
[[gnu::always_inline]] inline void each(const float* x, const float* y, float* z, std::size_t count,
                                        F f) {
    for (std::size_t i = 0; i < count; ++i)
        z[i] = f(x[i], y[i]);
}

float power(float x, float y) { return std::pow(x, y); }

void roundTo(DataType half, const float* x, float* z, std::size_t count) {
    if (x != z)
        std::copy_n(x, count, z);
    roundToHalvesHere(half, z, static_cast<std::int64_t>(count));
}

} // namespace

// Each case is a loop of its own, which the compiler vectorizes.
PARTITA_FOR_EACH_CPU
void runVectorStep(const VectorStep& step, const float* x, const float* y, float* z,
                   std::size_t count) {
    using T = float;
    using Math = VectorMath;
    const float alpha = step.alpha, beta = step.beta;
    switch (step.code) {
#define BINARY_STEP(op, step, ...)                                                                 \
    case VectorCode::step:                                                                         \
        return each(x, y, z, count, [](T a, T b) { return __VA_ARGS__; });
#include "providers/cpu/loops/binary_operators.def"
#define UNARY_STEP(op, step, algorithm, first, second, ...)                                        \
    case VectorCode::step:                                                                         \
        return each(x, z, count, [=](T v) { return __VA_ARGS__; });
#include "providers/cpu/loops/unary_operators.def"
    case VectorCode::power: return each(x, y, z, count, power);
    case VectorCode::cube: return each(x, z, count, [](float v) { return v * v * v; });
    case VectorCode::powerOfHalf:
        return each(x, z, count, [](float v) {
            const float root = std::sqrt(v + 0.0F);
            return v == -std::numeric_limits<float>::infinity() ? -v : root;
        });
    case VectorCode::linear: return each(x, z, count, [=](float v) { return alpha * v + beta; });
    case VectorCode::dequantize:
        return each(x, z, count, [=](float v) { return (v - alpha) * beta; });
    case VectorCode::quantize:
        return each(x, z, count, [=, low = step.low, high = step.high](float v) {
            return codeOf(v / alpha, beta, low, high);
        });
    case VectorCode::copy: return each(x, z, count, [](float v) { return v; });
    case VectorCode::roundToFloat16: return roundTo(DataType::float16, x, z, count);
    case VectorCode::roundToBfloat16: return roundTo(DataType::bfloat16, x, z, count);
    }
}

bool isPairStep(VectorCode code) { return code < VectorCode::power; }

PARTITA_FOR_EACH_CPU
void runVectorStepBeside(VectorCode code, const float* x, float number, bool numberFirst, float* z,
                         std::size_t count) {
    using T = float;
    switch (code) {
#define BINARY_STEP(op, step, ...)                                                                 \
    case VectorCode::step:                                                                         \
        return numberFirst ? each(x, z, count, [=, a = number](T b) { return __VA_ARGS__; })       \
                           : each(x, z, count, [=, b = number](T a) { return __VA_ARGS__; });
#include "providers/cpu/loops/binary_operators.def"
    default: return;
    }
}

} // namespace partita::cpu
