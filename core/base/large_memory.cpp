#include "core/base/large_memory.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include <malloc.h>
#include <sys/mman.h>

#ifdef PARTITA_SANITIZED
/// Too much memory is an error here, as without the sanitizer, and no report.
extern "C" [[gnu::visibility("default")]] const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif

namespace partita {

namespace {
thread_local std::uint64_t mostBytes = SIZE_MAX / 2;
std::atomic<int> freshPattern = -1; ///< a byte; -1: fresh memory is not filled

constexpr std::size_t kLargePage = std::size_t{2} << 20;
/// Bytes from which memory is mapped: the heap would keep what is freed between other blocks. Under a
/// sanitizer all of it is on the heap, which the sanitizer watches.
#ifdef PARTITA_SANITIZED
constexpr std::size_t kMapped = SIZE_MAX;
#else
constexpr std::size_t kMapped = kLargePage;
#endif

constexpr std::size_t toWhole(std::size_t bytes, std::size_t unit) {
    return (bytes + unit - 1) / unit * unit;
}

/// Whole pages of any machine: the rest of the last large page stays with the system.
constexpr std::size_t kUnit = std::size_t{64} << 10;

/// Maps `bytes` at the start of a large page; null: there is not enough memory.
std::byte* mapAligned(std::size_t bytes) {
    const std::size_t size = toWhole(bytes, kUnit);
    void* mapped = ::mmap(nullptr, size + kLargePage, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return nullptr;
    const auto place = reinterpret_cast<std::uintptr_t>(mapped);
    const std::size_t before = toWhole(place, kLargePage) - place;
    auto* begin = static_cast<std::byte*>(mapped) + before;
    if (before > 0)
        ::munmap(mapped, before);
    ::munmap(begin + size, kLargePage - before);
    return begin;
}

} // namespace

AllocationLimit::AllocationLimit(std::uint64_t bytes) : m_before(mostBytes) { mostBytes = bytes; }

AllocationLimit::~AllocationLimit() { mostBytes = m_before; }

void giveBackFreed() { ::malloc_trim(0); }

void fillFreshMemory(std::byte pattern) { freshPattern = std::to_integer<int>(pattern); }

void FreeAligned::operator()(std::byte* memory) const {
    if (bytes >= kMapped)
        ::munmap(memory, toWhole(bytes, kUnit));
    else
        std::free(memory);
}

AlignedMemory allocateAligned(std::size_t bytes) {
    if (bytes > mostBytes)
        return {};
    const std::size_t alignment = bytes >= kLargePage ? kLargePage : 64;
    const std::size_t padded = toWhole(std::max(bytes, alignment), alignment);
    auto* memory = bytes >= kMapped
                       ? mapAligned(bytes)
                       : static_cast<std::byte*>(std::aligned_alloc(alignment, padded));
    if (memory && bytes >= kLargePage)
        ::madvise(memory, bytes, MADV_HUGEPAGE); // only a hint: any page size works
    if (const int pattern = freshPattern; memory && pattern >= 0)
        std::memset(memory, pattern, bytes);
    return {memory, FreeAligned{bytes}};
}

} // namespace partita
