#pragma once

#include "providers/cpu/loops/vector_reductions.h"

namespace partita::cpu {

/// The numbers 0, 2, 4 … of a row, in float, as a vector; reads as many again. Must be called within
/// onBestCpu.
template <class T> PARTITA_INLINE inline auto everyOtherAt(const T* row) {
    return __builtin_shufflevector(vectorAt<float>(row), vectorAt<float>(row + kVectorLanes<float>),
                                   0, 2, 4, 6, 8, 10, 12, 14);
}

} // namespace partita::cpu
