#pragma once

#include "core/ir/type.h"

namespace partita::cpu {

inline bool isHalf(DataType type) {
    return type == DataType::float16 || type == DataType::bfloat16;
}

/// Elements of float16 or bfloat16 as float32, and the way back, rounded to the nearest even; on
/// several threads.
void widenHalves(DataType type, const std::uint16_t* halves, float* floats, std::int64_t count);
void narrowToHalves(DataType type, const float* floats, std::uint16_t* halves, std::int64_t count);

} // namespace partita::cpu
