#pragma once

#include <cstdint>

namespace partita::cpu {

/// A row becomes weights that sum up to 1: e^row / Σ e^row; `mask` is added first, null: none.
void softmaxRow(float* row, const float* mask, std::int64_t maskStep, std::int64_t count);

} // namespace partita::cpu
