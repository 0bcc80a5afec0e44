#pragma once

#include <cstdint>

namespace partita::cpu {

/// out[n] = Σ weights[k, n] · x[k] + bias[n] for `columns` columns of weights, whose rows lie
/// `step` elements apart; bias may be null.
void multiplyColumns(const float* weights, std::int64_t step, const float* x, const float* bias,
                     float* out, std::int64_t columns, std::int64_t depth);

/// One step of an LSTM with its usual activations: `gates` [4, size] in ONNX's order i, o, f, c.
void lstmStep(const float* gates, float* cell, float* hidden, std::int64_t size);

/// z and r of a GRU with its usual activations, from the sums that X and H give: [2, size] each.
void gruGates(const float* fromX, const float* fromH, float* z, float* reset, std::int64_t size);

/// The rest of that step: `candidate` is what the hidden state gives to it.
void gruStep(const float* fromX, const float* candidate, const float* z, float* hidden,
             std::int64_t size);

} // namespace partita::cpu
