#pragma once

#include <cstddef>

#include "core/ir/type.h"

namespace partita::cpu {

/// What whole numbers stand for: (code - zero) · scale.
struct Dequantization {
    float zero = 0, scale = 1;
};

/// The code of a number: round(number / scale) + zero, from low to high.
struct Quantization {
    float scale = 1, zero = 0, low = 0, high = 0;
};

/// Whether loops read and write such whole numbers: of 8 or 16 bits, all of which a float32 holds.
bool isLoopCode(DataType type);

void loadCodes(DataType type, const std::byte* codes, const Dequantization& by, float* numbers,
               std::size_t count);
void storeCodes(DataType type, const float* numbers, const Quantization& by, std::byte* codes,
                std::size_t count);

} // namespace partita::cpu
