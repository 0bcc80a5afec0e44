#include "providers/cpu/kernels/recurrent_math.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

std::int64_t panelsOf(std::int64_t hidden) { return (hidden + kPanel - 1) / kPanel; }

/// out [kPanel] = x [depth] × weights [depth, kPanel]. The weights are read once from end to end; the
/// sums stay in registers.
void multiplyPanel(const float* weights, const float* x, float* out, std::int64_t depth) {
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kLanes = bytes / sizeof(float), kVectors = kPanel / kLanes;
        VectorOf<float, kLanes>
            sums[kVectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 8
        for (auto& each : sums)
            each = VectorOf<float, kLanes>{};
        for (std::int64_t k = 0; k < depth; ++k, weights += kPanel)
#pragma GCC unroll 8
            for (std::size_t i = 0; i < kVectors; ++i) {
                VectorOf<float, kLanes> weight; // NOLINT: filled below
                std::memcpy(&weight, weights + i * kLanes, sizeof weight);
                sums[i] += weight * x[k];
            }
        std::memcpy(out, sums, sizeof sums);
    });
}

} // namespace

std::int64_t packedSize(std::int64_t gates, std::int64_t hidden, std::int64_t depth) {
    return gates * panelsOf(hidden) * depth * kPanel;
}

void packPanels(const float* weights, float* packed, std::int64_t gates, std::int64_t hidden,
                std::int64_t depth) {
    for (std::int64_t gate = 0; gate < gates; ++gate)
        for (std::int64_t panel = 0; panel < panelsOf(hidden); ++panel)
            for (std::int64_t k = 0; k < depth; ++k)
                for (std::int64_t i = 0; i < kPanel; ++i) {
                    const std::int64_t column = panel * kPanel + i;
                    *packed++ = column < hidden ? weights[(gate * hidden + column) * depth + k] : 0;
                }
}

void multiplyPanels(const float* packed, std::int64_t first, std::int64_t last, const float* x,
                    const float* bias, float* out, std::int64_t hidden, std::int64_t depth) {
    const std::int64_t panels = panelsOf(hidden);
    for (std::int64_t at = first * panels; at < last * panels; ++at) {
        std::array<float, kPanel> sums; // NOLINT: filled below
        multiplyPanel(packed + at * depth * kPanel, x, sums.data(), depth);
        const std::int64_t column = at % panels * kPanel, gate = at / panels - first;
        const std::int64_t count = std::min(hidden - column, kPanel);
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t to = gate * hidden + column + i;
            out[to] = sums[static_cast<std::size_t>(i)] + (bias ? bias[to] : 0);
        }
    }
}

void multiplyPanels(const double* weights, std::int64_t first, std::int64_t last, const double* x,
                    const double* bias, double* out, std::int64_t hidden, std::int64_t depth) {
    for (std::int64_t row = first * hidden; row < last * hidden; ++row) {
        double sum = bias ? *bias++ : 0;
        for (std::int64_t k = 0; k < depth; ++k)
            sum += weights[row * depth + k] * x[k];
        *out++ = sum;
    }
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
