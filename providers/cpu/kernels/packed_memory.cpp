#include "providers/cpu/kernels/packed_memory.h"

#include <algorithm>
#include <new>
#include <utility>

#include "core/base/large_memory.h"

namespace partita::cpu {

namespace {

constexpr std::size_t kStretch = std::size_t{32} << 20; ///< bytes; unwritten pages cost nothing

/// A stretch of memory that is handed out from front to back.
class Stretch {
public:
    explicit Stretch(std::size_t bytes) : m_memory(allocateAligned(bytes)), m_size(bytes) {
        if (!m_memory)
            throw std::bad_alloc();
    }

    /// The next `bytes`; null where fewer are left.
    std::byte* take(std::size_t bytes) {
        if (bytes > m_size - m_used)
            return nullptr;
        return m_memory.get() + std::exchange(m_used, m_used + bytes);
    }

private:
    AlignedMemory m_memory;
    std::size_t m_size, m_used = 0;
};

} // namespace

std::shared_ptr<void> allocatePacked(std::size_t bytes) {
    thread_local std::weak_ptr<Stretch> t_current;
    const std::size_t padded = (std::max<std::size_t>(bytes, 1) + 63) / 64 * 64;
    std::shared_ptr<Stretch> stretch = t_current.lock();
    std::byte* place = stretch ? stretch->take(padded) : nullptr;
    if (!place) {
        stretch = std::make_shared<Stretch>(std::max(padded, kStretch));
        place = stretch->take(padded);
        t_current = stretch;
    }
    return {stretch, place};
}

} // namespace partita::cpu
