#pragma once

#include <cstdint>

namespace partita::cpu {

/// Columns that are multiplied together; the weights of a gate are packed in panels as wide.
constexpr std::int64_t kPanel = 64;

/// Floats that `gates` gates of `hidden` columns and `depth` rows take in panels.
std::int64_t packedSize(std::int64_t gates, std::int64_t hidden, std::int64_t depth);
/// Puts weights [gates · hidden, depth] into panels: for each gate, for each `kPanel` of its
/// columns, row by row; columns that are not there are 0.
void packPanels(const float* weights, float* packed, std::int64_t gates, std::int64_t hidden,
                std::int64_t depth);
/// out[n] = Σ weights[n, k] · x[k] + bias[n] for gates `first` to before `last`; out and bias begin
/// at gate `first`.
void multiplyPanels(const float* packed, std::int64_t first, std::int64_t last, const float* x,
                    const float* bias, float* out, std::int64_t hidden, std::int64_t depth);

/// The same of doubles, whose weights [gates · hidden, depth] are in no panels.
void multiplyPanels(const double* weights, std::int64_t first, std::int64_t last, const double* x,
                    const double* bias, double* out, std::int64_t hidden, std::int64_t depth);

/// One step of an LSTM with its usual activations: `gates` [4, size] in ONNX's order i, o, f, c.
void lstmStep(const float* gates, float* cell, float* hidden, std::int64_t size);

/// z and r of a GRU with its usual activations, from the sums that X and H give: [2, size] each.
void gruGates(const float* fromX, const float* fromH, float* z, float* reset, std::int64_t size);

/// The rest of that step: `candidate` is what the hidden state gives to it.
void gruStep(const float* fromX, const float* candidate, const float* z, float* hidden,
             std::int64_t size);

} // namespace partita::cpu
