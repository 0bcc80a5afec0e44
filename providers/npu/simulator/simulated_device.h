#pragma once

#include <cmath>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/provider/timeline.h"
#include "providers/npu/simulator/npu_partition.h"

namespace partita {

/// A number of cycles in units of simulated time, at most 1e15.
inline SimulatedTime timeOf(std::uint64_t cycles, double clockHz) {
    return wholeNumber(std::round(static_cast<double>(cycles) * kSimulatedSecond / clockHz));
}

/// Cycles of one copy between host and device; only the latency if the bandwidth is unknown.
inline std::uint64_t copyCycles(std::uint64_t bytes, const DeviceSpeed& speed) {
    const double each = speed.hostBytesPerSecond > 0 ? speed.clockHz / speed.hostBytesPerSecond : 0;
    return static_cast<std::uint64_t>(speed.copyCycles) +
           wholeNumber(std::ceil(static_cast<double>(bytes) * each));
}

/// The operators that a device keeps loaded: a cache that evicts the least recently used one.
class OperatorCache {
public:
    explicit OperatorCache(std::int64_t most) : m_most(static_cast<std::size_t>(most)) {}
    /// Whether the operator was loaded; it is loaded and the most recently used one afterwards.
    bool use(const std::string& key) {
        const auto found = m_at.find(key);
        if (found != m_at.end()) {
            m_order.splice(m_order.begin(), m_order, found->second);
            return true;
        }
        m_order.push_front(key);
        m_at[key] = m_order.begin();
        if (m_order.size() > m_most) {
            m_at.erase(m_order.back());
            m_order.pop_back();
        }
        return false;
    }

private:
    std::size_t m_most;
    std::list<std::string> m_order; // most recently used first
    std::unordered_map<std::string, std::list<std::string>::iterator> m_at;
};

inline constexpr std::uint32_t kNobody = ~std::uint32_t{0};
inline constexpr std::size_t kHost = ~std::size_t{0};

/// A device during the simulation of one run.
struct Device {
    std::shared_ptr<const NpuDevice> what;
    std::vector<std::uint32_t> cube, vector; // indices of their streams
    std::uint32_t copyIn = 0, copyOut = 0;
    TimelineMemory memory;
    std::uint64_t largestWorkspace = 0;
    OperatorCache cache{1};
};

} // namespace partita
