#pragma once

#include <cstdint>

namespace partita::cpu {

/// What one step of a vector program does to a block of float32 elements (vector_operations.h).
enum class VectorCode : std::uint8_t;

/// z[i] = code(x[i], y[i]); registers are numbers of blocks.
struct VectorStep {
    VectorCode code{};
    float alpha = 0, beta = 0;
    float low = 0, high = 0;
    std::uint8_t x = 0, y = 0, z = 0;
};

} // namespace partita::cpu
