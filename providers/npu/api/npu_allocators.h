#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string_view>

#include "providers/npu/api/npu_c_api.h"
#include "providers/npu/api/npu_provider.h"
#include "providers/npu/compiler/device_arena.h"

namespace partita {

/// An allocator for one kind of memory, used through its C function pointers; thread-safe. Its
/// destructor frees memory that is still in use. Free ignores memory that it did not allocate.
class NpuAllocator : public PartitaAllocator {
public:
    virtual ~NpuAllocator() = default;
    NpuAllocator(const NpuAllocator&) = delete;
    NpuAllocator& operator=(const NpuAllocator&) = delete;

    /// Makes the allocator for "NPU", "NPU_PINNED" or "NPU_CPU" (see npu_c_api.h); null for other
    /// names.
    static std::unique_ptr<NpuAllocator> make(std::string_view name, const NpuProvider& provider);

    struct Statistics {
        std::uint64_t inUse = 0, reserved = 0, limit = 0; ///< bytes; limit 0: none
    };
    [[nodiscard]] Statistics statistics();

protected:
    NpuAllocator();
    virtual void* allocate(std::uint64_t bytes) = 0; ///< null: out of memory
    virtual void release(void* memory) = 0;
    virtual void addLimits(Statistics& statistics) const = 0;

private:
    std::mutex m_mutex;
    std::map<void*, std::uint64_t> m_live; ///< size of each allocation in bytes
    std::uint64_t m_inUse = 0;
};

} // namespace partita
