#pragma once

#include <cstddef>

#include "core/ir/type.h"

namespace partita::cpu {

/// The number of a code: (code - zero) · scale.
struct Dequantization {
    float zero = 0, scale = 1;
};

/// The code of a number: round(number / scale) + zero, from low to high.
struct Quantization {
    float scale = 1, zero = 0, low = 0, high = 0;
};

/// Whether a type is an integer of 8 or 16 bits, all of which float32 holds exactly.
bool isLoopCode(DataType type);

/// Convert codes of such a type to numbers and back; fail for any other type. int32 is only loaded, and
/// rounded to float32.
void loadCodes(DataType type, const std::byte* codes, const Dequantization& by, float* numbers,
               std::size_t count);
void storeCodes(DataType type, const float* numbers, const Quantization& by, std::byte* codes,
                std::size_t count);

} // namespace partita::cpu
