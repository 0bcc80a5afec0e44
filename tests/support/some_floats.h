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

} // namespace partita::test
