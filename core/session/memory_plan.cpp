#include "core/session/memory_plan.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

namespace partita {

namespace {

constexpr std::uint64_t kAlignment = 64;

/// The free blocks of an arena that grows at its end.
class FreeList {
public:
    std::uint64_t take(std::uint64_t bytes) {
        auto best = m_free.end();
        for (auto at = m_free.begin(); at != m_free.end(); ++at)
            if (at->second >= bytes && (best == m_free.end() || at->second < best->second))
                best = at;
        if (best == m_free.end())
            return grow(bytes);
        const auto [offset, size] = *best;
        m_free.erase(best);
        if (size > bytes)
            m_free.emplace(offset + bytes, size - bytes);
        return offset;
    }
    void give(std::uint64_t offset, std::uint64_t bytes) {
        auto next = m_free.lower_bound(offset);
        if (next != m_free.end() && offset + bytes == next->first) {
            bytes += next->second;
            next = m_free.erase(next);
        }
        if (next != m_free.begin()) {
            const auto before = std::prev(next);
            if (before->first + before->second == offset) {
                before->second += bytes;
                return;
            }
        }
        m_free.emplace(offset, bytes);
    }
    [[nodiscard]] std::uint64_t size() const { return m_size; }

private:
    std::uint64_t grow(std::uint64_t bytes) {
        // A free block at the end is extended instead of left as a hole.
        if (!m_free.empty()) {
            const auto last = std::prev(m_free.end());
            if (last->first + last->second == m_size) {
                const std::uint64_t offset = last->first;
                m_free.erase(last);
                m_size = offset + bytes;
                return offset;
            }
        }
        m_size += bytes;
        return m_size - bytes;
    }
    std::map<std::uint64_t, std::uint64_t> m_free; // offset → size
    std::uint64_t m_size = 0;
};

} // namespace

MemoryPlan planMemory(const std::vector<Lifetime>& lifetimes) {
    MemoryPlan plan;
    plan.offsets.resize(lifetimes.size());
    std::vector<std::size_t> begins(lifetimes.size()), ends;
    std::iota(begins.begin(), begins.end(), 0);
    ends = begins;
    std::stable_sort(begins.begin(), begins.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(lifetimes[a].first, lifetimes[b].bytes) <
               std::pair(lifetimes[b].first, lifetimes[a].bytes);
    });
    std::stable_sort(ends.begin(), ends.end(), [&](std::size_t a, std::size_t b) {
        return lifetimes[a].last < lifetimes[b].last;
    });
    const auto padded = [&](std::size_t i) {
        return std::max<std::uint64_t>(1, (lifetimes[i].bytes + kAlignment - 1) / kAlignment) *
               kAlignment;
    };
    FreeList arena;
    std::size_t end = 0;
    for (const std::size_t i : begins) {
        while (end < ends.size() && lifetimes[ends[end]].last < lifetimes[i].first) {
            arena.give(plan.offsets[ends[end]], padded(ends[end]));
            ++end;
        }
        plan.offsets[i] = arena.take(padded(i));
    }
    plan.arenaBytes = arena.size();
    return plan;
}

} // namespace partita
