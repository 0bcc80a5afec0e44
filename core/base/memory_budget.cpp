#include "core/base/memory_budget.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>

#include <fmt/format.h>
#include <sys/resource.h>

namespace partita {

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

/// The number after `key` in a file of lines "Key:  123 kB", in bytes; 0 when it is missing.
std::uint64_t kilobytesOf(const char* file, const std::string& key) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with(key))
            return std::strtoull(line.c_str() + key.size(), nullptr, 10) * 1024;
    return 0;
}

} // namespace

std::uint64_t memoryBudget() {
    std::uint64_t free = kilobytesOf("/proc/meminfo", "MemAvailable:");
    if (free == 0) // unknown: then the allocation itself may fail
        free = std::numeric_limits<std::uint64_t>::max();
    struct rlimit limit {};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        const std::uint64_t used = kilobytesOf("/proc/self/status", "VmSize:");
        free = std::min<std::uint64_t>(free, limit.rlim_cur - std::min(limit.rlim_cur, used));
    }
    return free / 2;
}

Result<void> checkMemory(std::uint64_t bytes, const Message& what, const Message& remedy) {
    const std::uint64_t budget = memoryBudget();
    if (bytes <= budget)
        return {};
    return Error{Errc::unsupported,
                 PARTITA_TEXT("{0} would need {1} GiB of memory, and {2} GiB may be used", what,
                              fmt::format("{:.1f}", static_cast<double>(bytes) / kGiB),
                              fmt::format("{:.1f}", static_cast<double>(budget) / kGiB)),
                 {},
                 remedy};
}

} // namespace partita
