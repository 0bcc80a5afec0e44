#pragma once

#include <cstdint>
#include <vector>

namespace partita {

/// A buffer of `bytes` that lives from step `first` to step `last`, both included.
struct Lifetime {
    std::size_t first = 0, last = 0;
    std::uint64_t bytes = 0;
};

/// The offset of each buffer in one arena.
struct MemoryPlan {
    std::vector<std::uint64_t> offsets; ///< one for each lifetime, multiples of 64
    std::uint64_t arenaBytes = 0;
};

/// Greedy best fit in the order of the first steps, larger buffers first. Buffers whose lifetimes
/// overlap never share a byte. For usual models the arena is within a few percent of the largest
/// sum of live buffers.
MemoryPlan planMemory(const std::vector<Lifetime>& lifetimes);

} // namespace partita
