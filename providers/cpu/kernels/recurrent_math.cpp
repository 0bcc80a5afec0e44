#include "providers/cpu/kernels/recurrent_math.h"

#include "providers/cpu/vector_math.h"

namespace partita::cpu {

// Four rows at a time: each element of the result is read and written once for them, and all rows
// are read from one end to the other.
PARTITA_FOR_EACH_CPU
void multiplyColumns(const float* weights, std::int64_t step, const float* x, const float* bias,
                     float* __restrict__ out, std::int64_t columns, std::int64_t depth) {
    for (std::int64_t i = 0; i < columns; ++i)
        out[i] = bias ? bias[i] : 0;
    std::int64_t k = 0;
    for (; k + 4 <= depth; k += 4) {
        const float *a = weights + k * step, *b = a + step, *c = b + step, *d = c + step;
        const float p = x[k], q = x[k + 1], r = x[k + 2], s = x[k + 3];
        for (std::int64_t i = 0; i < columns; ++i)
            out[i] += (a[i] * p + b[i] * q) + (c[i] * r + d[i] * s);
    }
    for (; k < depth; ++k)
        for (std::int64_t i = 0; i < columns; ++i)
            out[i] += weights[k * step + i] * x[k];
}

PARTITA_FOR_EACH_CPU
void lstmStep(const float* gates, float* cell, float* hidden, std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
        const float in = vectorSigmoid(gates[i]), out = vectorSigmoid(gates[size + i]),
                    forget = vectorSigmoid(gates[2 * size + i]),
                    made = vectorTanh(gates[3 * size + i]);
        const float now = forget * cell[i] + in * made;
        cell[i] = now;
        hidden[i] = out * vectorTanh(now);
    }
}

PARTITA_FOR_EACH_CPU
void gruGates(const float* fromX, const float* fromH, float* z, float* reset, std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i)
        z[i] = vectorSigmoid(fromX[i] + fromH[i]);
    for (std::int64_t i = 0; i < size; ++i)
        reset[i] = vectorSigmoid(fromX[size + i] + fromH[size + i]);
}

PARTITA_FOR_EACH_CPU
void gruStep(const float* fromX, const float* candidate, const float* z, float* hidden,
             std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
        const float made = vectorTanh(fromX[2 * size + i] + candidate[i]);
        hidden[i] = (1.0F - z[i]) * made + z[i] * hidden[i];
    }
}

} // namespace partita::cpu
