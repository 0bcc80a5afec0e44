#pragma once

#include <cstdint>

namespace partita::cpu {

/// The width of a panel: the columns of a gate that are multiplied together.
constexpr std::int64_t kPanel = 64;

/// The number of floats in the panels of `gates` gates of `hidden` columns and `depth` rows.
std::int64_t packedSize(std::int64_t gates, std::int64_t hidden, std::int64_t depth);
/// Packs weights [gates · hidden, depth] into panels: for each gate and each `kPanel` of its
/// columns, row by row. The last panel of a gate is filled up with 0.
void packPanels(const float* weights, float* packed, std::int64_t gates, std::int64_t hidden,
                std::int64_t depth);
/// out[n] = Σ weights[n, k] · x[k] + bias[n] for the gates [first, last); `out` and `bias` begin at
/// gate `first`. A null `bias` is 0.
void multiplyPanels(const float* packed, std::int64_t first, std::int64_t last, const float* x,
                    const float* bias, float* out, std::int64_t hidden, std::int64_t depth);

/// The product above for float64, with unpacked weights [gates · hidden, depth].
void multiplyPanels(const double* weights, std::int64_t first, std::int64_t last, const double* x,
                    const double* bias, double* out, std::int64_t hidden, std::int64_t depth);

/// One step of an LSTM with the default activations; `gates`: sums [4, size] in ONNX's order
/// i, o, f, c.
void lstmStep(const float* gates, float* cell, float* hidden, std::int64_t size);

/// The gates z and r of a GRU with the default activations; `fromX`, `fromH`: sums [2, size].
void gruGates(const float* fromX, const float* fromH, float* z, float* reset, std::int64_t size);

/// The rest of the GRU's step: the new hidden state. `candidate`: the product of the hidden state
/// for the gate h; `fromX` [3, size].
void gruStep(const float* fromX, const float* candidate, const float* z, float* hidden,
             std::int64_t size);

} // namespace partita::cpu
