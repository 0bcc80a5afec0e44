#pragma once

#include <cstdint>
#include <span>

namespace partita::cpu {

/// The width of a panel: the columns of a gate that are multiplied together.
constexpr std::int64_t kPanel = 64;

/// Gates from `first` up to `last`, which is none of them.
struct GateRange {
    std::int64_t first, last;
};

/// The number of floats in the panels of the recurrent weights of `gates` gates.
std::int64_t packedSize(std::int64_t gates, std::int64_t hidden);
/// Packs weights [gates · hidden, hidden] into panels: for each gate and each `kPanel` of its
/// columns, row by row. The last panel of a gate is filled up with 0.
void packPanels(const float* weights, float* packed, std::int64_t gates, std::int64_t hidden);

/// sums[i, g, n] = Σ weights[g, n, k] · states[i][k] + bias[g, n] for the given gates. A null `bias`
/// is 0. The result for a state does not depend on the others.
void multiplyPanels(const float* packed, GateRange gates, std::span<const float* const> states,
                    const float* bias, float* sums, std::int64_t hidden);
/// The same for float64, with unpacked weights [gates · hidden, hidden].
void multiplyPanels(const double* weights, GateRange gates, std::span<const double* const> states,
                    const double* bias, double* sums, std::int64_t hidden);

// Steps with the default activations. `fromX`, `fromH`: the sums of the gates from the input and
// from the hidden state [gates, size], in ONNX's order.

/// The new hidden state of an RNN.
void rnnStep(const float* fromX, const float* fromH, float* hidden, std::int64_t size);
/// The new cell and hidden state of an LSTM.
void lstmStep(const float* fromX, const float* fromH, float* cell, float* hidden,
              std::int64_t size);
/// The gates z and r of a GRU.
void gruGates(const float* fromX, const float* fromH, float* z, float* reset, std::int64_t size);
/// The rest of the GRU's step: the new hidden state. `candidate`: the product of the hidden state
/// for the gate h.
void gruStep(const float* fromX, const float* candidate, const float* z, float* hidden,
             std::int64_t size);

} // namespace partita::cpu
