#include "core/base/large_memory.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>

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
} // namespace

AllocationLimit::AllocationLimit(std::uint64_t bytes) : m_before(mostBytes) { mostBytes = bytes; }

AllocationLimit::~AllocationLimit() { mostBytes = m_before; }

void fillFreshMemory(std::byte pattern) { freshPattern = std::to_integer<int>(pattern); }

std::byte* allocateAligned(std::size_t bytes) {
    constexpr std::size_t kLargePage = std::size_t{2} << 20;
    const std::size_t alignment = bytes >= kLargePage ? kLargePage : 64;
    if (bytes > mostBytes)
        return nullptr;
    const std::size_t padded = (bytes + alignment - 1) / alignment * alignment;
    auto* memory =
        static_cast<std::byte*>(std::aligned_alloc(alignment, padded ? padded : alignment));
    if (memory && alignment == kLargePage)
        ::madvise(memory, padded, MADV_HUGEPAGE); // only a hint: any page size works
    if (const int pattern = freshPattern; memory && pattern >= 0)
        std::memset(memory, pattern, padded);
    return memory;
}

} // namespace partita
