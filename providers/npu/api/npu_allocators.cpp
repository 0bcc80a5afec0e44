#include "providers/npu/api/npu_allocators.h"

#include <cstdlib>

#include "providers/npu/compiler/device_schedule.h"

namespace partita {

namespace {

constexpr std::size_t kPage = 4096, kLine = 64;

/// Addresses on the device. They are not host memory, so only copies can use them.
class DeviceAllocator : public NpuAllocator {
public:
    explicit DeviceAllocator(const NpuProvider& provider)
        : m_arena(memoryLimitOf(provider.profile(), provider.npuOptions()),
                  provider.npuOptions().arenaExtendStrategy) {}

protected:
    void* allocate(std::uint64_t bytes) override {
        const auto address = m_arena.allocate(bytes);
        return address ? reinterpret_cast<void*>(*address + kFirst) : nullptr;
    }
    void release(void* memory) override {
        m_arena.release(reinterpret_cast<std::uint64_t>(memory) - kFirst);
    }
    void addLimits(Statistics& statistics) const override {
        statistics.reserved = m_arena.reserved();
        statistics.limit = m_arena.limit();
    }

private:
    static constexpr std::uint64_t kFirst = std::uint64_t{1} << 20; ///< so that no address is null
    DeviceArena m_arena;
};

/// Host memory of the given alignment; pinned memory is page-aligned, so that a device can copy it.
class HostAllocator : public NpuAllocator {
public:
    explicit HostAllocator(std::size_t alignment) : m_alignment(alignment) {}
    ~HostAllocator() override {
        for (void* memory : m_blocks)
            std::free(memory);
    }

protected:
    void* allocate(std::uint64_t bytes) override {
        if (bytes > SIZE_MAX - m_alignment)
            return nullptr;
        const std::size_t whole =
            (std::max<std::size_t>(bytes, 1) + m_alignment - 1) / m_alignment * m_alignment;
        void* memory = std::aligned_alloc(m_alignment, whole);
        if (memory)
            m_blocks.insert(memory);
        return memory;
    }
    void release(void* memory) override {
        m_blocks.erase(memory);
        std::free(memory);
    }
    void addLimits(Statistics& statistics) const override {
        statistics.reserved = statistics.inUse;
    }

private:
    std::size_t m_alignment;
    std::set<void*> m_blocks;
};

} // namespace

NpuAllocator::NpuAllocator() {
    Alloc = [](PartitaAllocator* self, size_t bytes) -> void* {
        auto& own = static_cast<NpuAllocator&>(*self);
        const std::lock_guard lock(own.m_mutex);
        void* memory = own.allocate(bytes);
        if (memory) {
            own.m_live[memory] = bytes;
            own.m_inUse += bytes;
        }
        return memory;
    };
    Free = [](PartitaAllocator* self, void* memory) {
        auto& own = static_cast<NpuAllocator&>(*self);
        const std::lock_guard lock(own.m_mutex);
        const auto at = own.m_live.find(memory);
        if (at == own.m_live.end())
            return;
        own.m_inUse -= at->second;
        own.m_live.erase(at);
        own.release(memory);
    };
}

NpuAllocator::Statistics NpuAllocator::statistics() {
    const std::lock_guard lock(m_mutex);
    Statistics statistics{m_inUse, 0, 0};
    addLimits(statistics);
    return statistics;
}

std::unique_ptr<NpuAllocator> NpuAllocator::make(std::string_view name,
                                                 const NpuProvider& provider) {
    if (name == "NPU")
        return std::make_unique<DeviceAllocator>(provider);
    if (name == "NPU_PINNED")
        return std::make_unique<HostAllocator>(kPage);
    return name == "NPU_CPU" ? std::make_unique<HostAllocator>(kLine) : nullptr;
}

} // namespace partita
