#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace partita::test {

/// Numbers from -1 to 1 in steps of 0.001, the same for a seed on every machine.
inline std::vector<float> someFloats(std::int64_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> made(static_cast<std::size_t>(count));
    for (float& each : made)
        each = static_cast<float>(random() % 2001) / 1000 - 1;
    return made;
}

/// An element, in the type of the sums that judge.
inline double numberAt(const std::vector<float>& values, std::int64_t index) {
    return static_cast<double>(values.at(static_cast<std::size_t>(index)));
}

} // namespace partita::test
