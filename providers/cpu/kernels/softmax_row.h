#pragma once

#include <cstdint>

namespace partita::cpu {

/// Weights that sum up to 1: row = e^from / Σ e^from; `mask` is added first, null: none. `row` may be
/// `from`.
void softmaxRow(const float* from, const float* mask, std::int64_t maskStep, float* row,
                std::int64_t count);

} // namespace partita::cpu
