#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace partita::fuzz {

/// The result of a case, or the fate of the process it ran in.
struct CaseResult {
    std::string kind; ///< "": no finding; "crash", "hang", or the kind that the case sets
    std::string text, signature;
    bool accepted = false;
};

/// Limits of the processes that run cases.
struct Limits {
    int seconds = 10;                       ///< of one case
    std::uint64_t memoryBytes = 4ULL << 30; ///< of address space; not with a sanitizer
};

/// Runs `work` for first … last − 1 in child processes, many cases in each, and passes the results
/// to `report` in order. A process that dies or is silent for too long is a finding of its current
/// case; the next process continues after that case. SIGINT and SIGTERM stop after the current one.
void runIsolated(std::uint64_t first, std::uint64_t last, const Limits& limits,
                 const std::function<CaseResult(std::uint64_t)>& work,
                 const std::function<void(std::uint64_t, const CaseResult&)>& report);

/// Runs one piece of work in a child process.
CaseResult runAlone(const Limits& limits, const std::function<CaseResult()>& work);

} // namespace partita::fuzz
