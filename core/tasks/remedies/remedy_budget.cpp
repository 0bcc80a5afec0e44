#include "core/tasks/remedies/remedy_budget.h"

#include <algorithm>
#include <thread>

namespace partita {

std::size_t trialsFor(std::size_t nodes) {
    return std::clamp<std::size_t>(100'000 / std::max<std::size_t>(nodes, 1), 12, 200);
}

std::size_t threadsFor(std::size_t nodes) {
    constexpr std::size_t kMostThreads = 4; // more would hold too many models
    // The trials of fewer nodes take less time than another worker process needs to start.
    constexpr std::size_t kWorthThreads = 500;
    return nodes < kWorthThreads
               ? 1
               : std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
}

} // namespace partita
