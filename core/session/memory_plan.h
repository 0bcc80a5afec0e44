#pragma once

#include <cstdint>
#include <vector>

namespace partita {

/// One buffer's need: `bytes` from step `first` to step `last`, both included.
struct Lifetime {
    std::size_t first = 0, last = 0;
    std::uint64_t bytes = 0;
};

/// Where each buffer goes in one arena.
struct MemoryPlan {
    std::vector<std::uint64_t> offsets; ///< one for each lifetime, multiples of 64
    std::uint64_t arenaBytes = 0;
};

/// Greedy by size, best fit: buffers whose lifetimes overlap never share a byte. The arena of the
/// models in use stays within a few percent of the largest sum of live buffers.
MemoryPlan planMemory(const std::vector<Lifetime>& lifetimes);

} // namespace partita
