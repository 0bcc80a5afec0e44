#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace partita::fuzz {

/// What a case says of itself, or what became of the process it ran in.
struct CaseResult {
    std::string kind; ///< "": nothing to say; "crash", "hang", or what the case says
    std::string text, signature;
    bool accepted = false;
};

/// Limits of the processes that run cases.
struct Limits {
    int seconds = 10;                       ///< of one case
    std::uint64_t memoryBytes = 4ULL << 30; ///< of address space; not with a sanitizer
};

/// Runs `work` for first … last − 1 in processes of their own, many cases in each, and tells of each
/// to `report`, in order. A process that dies, or says nothing for too long, is the finding of the
/// case it was at; the next one goes on behind it. SIGINT and SIGTERM end it after the case.
void runIsolated(std::uint64_t first, std::uint64_t last, const Limits& limits,
                 const std::function<CaseResult(std::uint64_t)>& work,
                 const std::function<void(std::uint64_t, const CaseResult&)>& report);

/// One piece of work in a process of its own.
CaseResult runAlone(const Limits& limits, const std::function<CaseResult()>& work);

} // namespace partita::fuzz
