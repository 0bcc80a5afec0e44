#include "providers/cpu/loops/vector_operations.h"

#include <cmath>

#include "providers/cpu/loops/simd_math.h"
#include "providers/cpu/loops/vector_math.h"

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

float limit(float v, float low, float high) {
    v = v < low ? low : v;
    return v > high ? high : v;
}

float power(float x, float y) { return std::pow(x, y); }

} // namespace

// Each case is a loop of its own, which the compiler vectorizes.
PARTITA_FOR_EACH_CPU
void runVectorStep(const VectorStep& step, const float* x, const float* y, float* z,
                   std::size_t count) {
    const float alpha = step.alpha, beta = step.beta;
    switch (step.code) {
    case VectorCode::add: return each(x, y, z, count, [](float a, float b) { return a + b; });
    case VectorCode::subtract: return each(x, y, z, count, [](float a, float b) { return a - b; });
    case VectorCode::multiply: return each(x, y, z, count, [](float a, float b) { return a * b; });
    case VectorCode::divide: return each(x, y, z, count, [](float a, float b) { return a / b; });
    case VectorCode::maximum:
        return each(x, y, z, count, [](float a, float b) { return a < b || b != b ? b : a; });
    case VectorCode::minimum:
        return each(x, y, z, count, [](float a, float b) { return a > b || b != b ? b : a; });
    case VectorCode::power: return each(x, y, z, count, power);
    case VectorCode::prelu:
        return each(x, y, z, count, [](float a, float b) { return a < 0 ? a * b : a; });
    case VectorCode::absolute: return each(x, z, count, [](float v) { return std::fabs(v); });
    case VectorCode::cube: return each(x, z, count, [](float v) { return v * v * v; });
    case VectorCode::negate: return each(x, z, count, [](float v) { return -v; });
    case VectorCode::relu: return each(x, z, count, [](float v) { return v < 0 ? 0 : v; });
    case VectorCode::leakyRelu:
        return each(x, z, count, [=](float v) { return v < 0 ? alpha * v : v; });
    case VectorCode::thresholdedRelu:
        return each(x, z, count, [=](float v) { return v > alpha ? v : 0; });
    case VectorCode::clip: return each(x, z, count, [=](float v) { return limit(v, alpha, beta); });
    case VectorCode::sigmoid: return each(x, z, count, vectorSigmoid);
    case VectorCode::tanh: return each(x, z, count, vectorTanh);
    case VectorCode::erf: return each(x, z, count, vectorErf);
    case VectorCode::exp: return each(x, z, count, vectorExp);
    case VectorCode::log: return each(x, z, count, [](float v) { return std::log(v); });
    case VectorCode::squareRoot: return each(x, z, count, [](float v) { return std::sqrt(v); });
    case VectorCode::reciprocal: return each(x, z, count, [](float v) { return 1.0F / v; });
    case VectorCode::hardSigmoid:
        return each(x, z, count, [=](float v) { return limit(alpha * v + beta, 0, 1); });
    case VectorCode::hardSwish:
        return each(x, z, count, [](float v) { return v * limit(v / 6.0F + 0.5F, 0, 1); });
    case VectorCode::gelu:
        return each(x, z, count,
                    [](float v) { return 0.5F * v * (1.0F + vectorErf(v * 0.707106781F)); });
    case VectorCode::geluTanh:
        return each(x, z, count, [](float v) {
            return 0.5F * v * (1.0F + vectorTanh(0.797884561F * (v + 0.044715F * v * v * v)));
        });
    case VectorCode::swish:
        return each(x, z, count, [=](float v) { return v * vectorSigmoid(alpha * v); });
    case VectorCode::elu:
        return each(x, z, count, [=](float v) {
            const float below = alpha * std::expm1(v);
            return v < 0 ? below : v;
        });
    case VectorCode::softplus:
        return each(x, z, count,
                    [](float v) { return std::log1p(std::exp(-std::fabs(v))) + (v < 0 ? 0 : v); });
    case VectorCode::floor: return each(x, z, count, [](float v) { return std::floor(v); });
    case VectorCode::ceil: return each(x, z, count, [](float v) { return std::ceil(v); });
    case VectorCode::sine: return each(x, z, count, [](float v) { return std::sin(v); });
    case VectorCode::cosine: return each(x, z, count, [](float v) { return std::cos(v); });
    case VectorCode::dequantize:
        return each(x, z, count, [=](float v) { return (v - alpha) * beta; });
    case VectorCode::quantize:
        return each(x, z, count, [=, low = step.low, high = step.high](float v) {
            return codeOf(v / alpha, beta, low, high);
        });
    case VectorCode::copy: return each(x, z, count, [](float v) { return v; });
    }
}

} // namespace partita::cpu
