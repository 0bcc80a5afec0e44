#include "providers/cpu/kernels/recurrent_math.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "providers/cpu/loops/fixed_count.h"
#include "providers/cpu/loops/vector_math.h"
#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

namespace {

std::int64_t panelsOf(std::int64_t hidden) { return (hidden + kPanel - 1) / kPanel; }

/// The product of some states with the panels of some gates.
struct StateProduct {
    const float* panels; ///< of the first gate
    std::int64_t gates, hidden;
    const float* const* states;
    const float* bias; ///< of the first gate; null: none
    float* sums;

    [[nodiscard]] std::int64_t panelSize() const { return hidden * kPanel; }
    [[nodiscard]] std::int64_t panelCount() const { return gates * panelsOf(hidden); }
};

/// Writes `columns` sums of each row, which begin at column `from` of a panel.
PARTITA_INLINE inline void writeSums(const StateProduct& p, std::int64_t row, std::int64_t panel,
                                     std::int64_t from, const float* __restrict sums,
                                     std::int64_t columns) {
    const std::int64_t gate = panel / panelsOf(p.hidden),
                       column = panel % panelsOf(p.hidden) * kPanel + from,
                       count = std::min(p.hidden - column, columns);
    const float* bias = p.bias ? p.bias + gate * p.hidden + column : nullptr;
    float* __restrict to = p.sums + (row * p.gates + gate) * p.hidden + column;
    for (std::int64_t i = 0; i < count; ++i)
        to[i] = sums[i] + (bias ? bias[i] : 0.0F);
}

/// `Rows` states times `Vectors` vectors of columns, from column `from` of a panel on. The weights are
/// read once from end to end; the sums stay in registers.
template <std::size_t Lanes, int Rows, int Vectors>
PARTITA_INLINE inline void multiplyStates(const StateProduct& p, std::int64_t row,
                                          std::int64_t panel, std::int64_t from) {
    constexpr int kPerPanel = kPanel / static_cast<int>(Lanes);
    constexpr std::int64_t kTogether = std::min(Vectors, kPerPanel) * static_cast<int>(Lanes);
    using StateSums = VectorOf<float, Lanes>;
    StateSums sums[Rows][Vectors]; // NOLINT: std::array would drop the vector attribute
#pragma GCC unroll 8
    for (auto& each : sums)
#pragma GCC unroll 8
        for (auto& vector : each)
            vector = StateSums{};
    const float* weights = p.panels + panel * p.panelSize() + from;
    for (std::int64_t k = 0; k < p.hidden; ++k, weights += kPanel) {
        StateSums some[Vectors]; // NOLINT: filled below
#pragma GCC unroll 8
        for (int v = 0; v < Vectors; ++v)
            std::memcpy(&some[v],
                        weights + v / kPerPanel * p.panelSize() +
                            v % kPerPanel * static_cast<int>(Lanes),
                        sizeof(StateSums));
#pragma GCC unroll 8
        for (int r = 0; r < Rows; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < Vectors; ++v)
                sums[r][v] += p.states[row + r][k] * some[v];
    }
    std::array<float, Rows * Vectors * Lanes> made; // NOLINT: filled below
    std::memcpy(made.data(), sums, sizeof sums);
    const float* next = made.data();
    for (int r = 0; r < Rows; ++r)
        for (int v = 0; v < Vectors; v += kPerPanel, next += kTogether)
            writeSums(p, row + r, panel + v / kPerPanel, from, next, kTogether);
}

/// All states times the panels from `panel` on that `Vectors` vectors cover.
template <std::size_t Lanes, int Rows, int Vectors>
PARTITA_INLINE inline void multiplyPanelBy(const StateProduct& p, std::int64_t count,
                                           std::int64_t panel) {
    for (std::int64_t from = 0; from < kPanel; from += Vectors * static_cast<int>(Lanes))
        forEvenTiles<Rows>(count, [&](auto rows, std::int64_t row) PARTITA_INLINE {
            multiplyStates<Lanes, rows, Vectors>(p, row, panel, from);
        });
}

} // namespace

std::int64_t packedSize(std::int64_t gates, std::int64_t hidden) {
    return gates * panelsOf(hidden) * hidden * kPanel;
}

void packPanels(const float* weights, float* packed, std::int64_t gates, std::int64_t hidden) {
    for (std::int64_t gate = 0; gate < gates; ++gate)
        for (std::int64_t panel = 0; panel < panelsOf(hidden); ++panel)
            for (std::int64_t k = 0; k < hidden; ++k)
                for (std::int64_t i = 0; i < kPanel; ++i) {
                    const std::int64_t column = panel * kPanel + i;
                    *packed++ =
                        column < hidden ? weights[(gate * hidden + column) * hidden + k] : 0;
                }
}

void multiplyPanels(const float* packed, GateRange gates, std::span<const float* const> states,
                    const float* bias, float* sums, std::int64_t hidden) {
    const StateProduct p{packed + packedSize(gates.first, hidden),
                         gates.last - gates.first,
                         hidden,
                         states.data(),
                         bias ? bias + gates.first * hidden : nullptr,
                         sums};
    const auto count = static_cast<std::int64_t>(states.size());
    // One state alone has as many sums as hide the latency of an addition.
    onWidestCpu([&](auto bytes) PARTITA_INLINE {
        constexpr std::size_t kLanes = bytes / sizeof(float);
        std::int64_t panel = 0;
        if constexpr (kLanes == 16)
            for (; count == 1 && panel + 2 <= p.panelCount(); panel += 2)
                multiplyPanelBy<kLanes, 1, 8>(p, count, panel);
        for (; panel < p.panelCount(); ++panel)
            if constexpr (kLanes == 16)
                multiplyPanelBy<kLanes, 6, 4>(p, count, panel);
            else if (count == 1)
                multiplyPanelBy<kLanes, 1, 8>(p, count, panel);
            else
                multiplyPanelBy<kLanes, 6, 2>(p, count, panel);
    });
}

void multiplyPanels(const double* weights, GateRange gates, std::span<const double* const> states,
                    const double* bias, double* sums, std::int64_t hidden) {
    for (const double* state : states)
        for (std::int64_t row = gates.first * hidden; row < gates.last * hidden; ++row) {
            double sum = bias ? bias[row] : 0;
            for (std::int64_t k = 0; k < hidden; ++k)
                sum += weights[row * hidden + k] * state[k];
            *sums++ = sum;
        }
}

// Sums of gates are never where the states are.

PARTITA_FOR_EACH_CPU
void rnnStep(const float* __restrict fromX, const float* __restrict fromH, float* __restrict hidden,
             std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i)
        hidden[i] = vectorTanh(fromX[i] + fromH[i]);
}

PARTITA_FOR_EACH_CPU
void lstmStep(const float* __restrict fromX, const float* __restrict fromH, float* __restrict cell,
              float* __restrict hidden, std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
        const float in = vectorSigmoid(fromX[i] + fromH[i]),
                    out = vectorSigmoid(fromX[size + i] + fromH[size + i]),
                    forget = vectorSigmoid(fromX[2 * size + i] + fromH[2 * size + i]),
                    made = vectorTanh(fromX[3 * size + i] + fromH[3 * size + i]);
        const float now = forget * cell[i] + in * made;
        cell[i] = now;
        hidden[i] = out * vectorTanh(now);
    }
}

PARTITA_FOR_EACH_CPU
void gruGates(const float* __restrict fromX, const float* __restrict fromH, float* __restrict z,
              float* __restrict reset, std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i)
        z[i] = vectorSigmoid(fromX[i] + fromH[i]);
    for (std::int64_t i = 0; i < size; ++i)
        reset[i] = vectorSigmoid(fromX[size + i] + fromH[size + i]);
}

PARTITA_FOR_EACH_CPU
void gruStep(const float* __restrict fromX, const float* __restrict candidate,
             const float* __restrict z, float* __restrict hidden, std::int64_t size) {
    for (std::int64_t i = 0; i < size; ++i) {
        const float made = vectorTanh(fromX[2 * size + i] + candidate[i]);
        hidden[i] = (1.0F - z[i]) * made + z[i] * hidden[i];
    }
}

} // namespace partita::cpu
