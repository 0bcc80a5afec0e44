#pragma once

#include <cstdint>

namespace partita::cpu {

/// row = e^x / Σ e^x for x = from + mask; a null `mask` adds nothing. `maskStep` is the stride of
/// `mask`. `row` may be `from`.
void softmaxRow(const float* from, const float* mask, std::int64_t maskStep, float* row,
                std::int64_t count);

/// row = e^(x - largest x) for x = from + mask, and returns the sum of the row, by which its user
/// divides whatever the row weighs.
float expRow(const float* from, const float* mask, std::int64_t maskStep, float* row,
             std::int64_t count);

} // namespace partita::cpu
