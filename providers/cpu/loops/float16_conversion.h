#pragma once

#include "core/ir/type.h"

namespace partita::cpu {

/// Whether a type is float16 or bfloat16.
inline bool isHalf(DataType type) {
    return type == DataType::float16 || type == DataType::bfloat16;
}

/// Convert float16 or bfloat16 to float32, and back with rounding to nearest even, on several
/// threads. The halves that are widened may stand at any address, as in a model's file.
void widenHalves(DataType type, const std::uint16_t* halves, float* floats, std::int64_t count);
void narrowToHalves(DataType type, const float* floats, std::uint16_t* halves, std::int64_t count);
/// Round each number to the nearest one of float16 or bfloat16: in place on several threads, and on
/// the calling thread only.
void roundToHalves(DataType type, float* floats, std::int64_t count);
void roundToHalvesHere(DataType type, float* floats, std::int64_t count);

} // namespace partita::cpu
