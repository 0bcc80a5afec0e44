#pragma once

#include <cstdint>

namespace partita::cpu {

/// The operation of one step of a vector program on a block of float32 elements; its values are in
/// vector_operations.h.
enum class VectorCode : std::uint8_t;

/// z[i] = code(x[i], y[i]); x, y and z are the numbers of registers, which hold one block each.
struct VectorStep {
    VectorCode code{};
    float alpha = 0, beta = 0;
    float low = 0, high = 0;
    std::uint8_t x = 0, y = 0, z = 0;
};

} // namespace partita::cpu
