#pragma once

#include <cstdint>

namespace partita::cpu {

/// What a row of scores meets before its softmax: numbers that are added to it, or whether each
/// score counts. Without both, nothing. `step`: the stride of the mask.
struct RowMask {
    const float* added = nullptr;
    const std::uint8_t* counts = nullptr;
    std::int64_t step = 1;
};

/// The largest score of a row, minus infinity for none, and the sum of e^(score - largest).
struct RowSum {
    float largest, sum;
};

/// Applies a mask to a row, in which scores that do not count become minus infinity. Returns the
/// largest result.
float maskRow(float* row, const RowMask& mask, std::int64_t count);
/// row = e^(x - largest), where `largest` is at least all x, and returns the sum of the row, by which
/// its user divides whatever the row weighs. Nothing is subtracted where the largest is minus infinity.
float expRow(float* row, float largest, std::int64_t count);
/// Both, with a number that `largest` is at least.
RowSum weighRow(float* row, const RowMask& mask, float atLeast, std::int64_t count);

} // namespace partita::cpu
