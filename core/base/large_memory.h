#pragma once

#include <cstddef>
#include <cstdint>

namespace partita {

/// Memory that is given back with std::free, aligned for vector instructions; from two MiB on in
/// large pages where the system has them, so that the processor finds it with few look-ups. Null
/// where there is not that much.
std::byte* allocateAligned(std::size_t bytes);

/// Memory is full of this byte when it is given from now on, on all threads, so that a test sees
/// what nobody wrote.
void fillFreshMemory(std::byte pattern);

/// While one lives, this thread gets no single piece of memory that is larger: sizes from a file
/// must not fill the machine for a result that nobody would keep.
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
