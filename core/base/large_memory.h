#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace partita {

/// Frees what `allocateAligned` gave.
struct FreeAligned {
    std::size_t bytes = 0; ///< as allocated
    void operator()(std::byte* memory) const;
};
using AlignedMemory = std::unique_ptr<std::byte, FreeAligned>;

/// Allocates memory aligned for vector instructions. From 2 MiB on it asks for huge pages, which cause
/// fewer TLB misses, and freed memory goes back to the system. Null when there is not enough memory
/// or `bytes` exceeds this thread's AllocationLimit.
AlignedMemory allocateAligned(std::size_t bytes);

/// Gives pages of the heap on which nothing is left back to the system. It looks at the whole heap, which
/// takes milliseconds: for after work that has freed many megabytes.
void giveBackFreed();

/// From now on `allocateAligned` fills memory with this byte, on all threads, so that a test sees
/// reads of memory that nobody wrote.
void fillFreshMemory(std::byte pattern);

/// While it lives, `allocateAligned` on this thread returns null for more than `bytes` bytes, so
/// that sizes from a file cannot fill the machine's memory.
class AllocationLimit {
public:
    explicit AllocationLimit(std::uint64_t bytes);
    ~AllocationLimit();
    AllocationLimit(const AllocationLimit&) = delete;
    AllocationLimit& operator=(const AllocationLimit&) = delete;

private:
    std::uint64_t m_before;
};

} // namespace partita
