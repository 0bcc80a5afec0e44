#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::cpu {

/// A function of GNU OpenMP's runtime library, by its name there, and who answers it here.
struct OpenMpCall {
    const char* name;
    void* function;
};

/// What the thread team answers.
std::span<const OpenMpCall> answeredOpenMpCalls();

struct Redirection {
    std::size_t calls = 0;               ///< that go to the answers now
    std::vector<std::string> unanswered; ///< what the library asks for and nobody answers: nothing
                                         ///< was redirected then
};

/// Lets a loaded library, whose file name begins with `library`, call `answers` instead of OpenMP's
/// runtime library. Only that library's own table of addresses changes: other libraries of the
/// process keep the runtime that they were linked with. Must be called before the library runs its
/// first parallel region. Nothing is redirected where no such library is loaded, or where the
/// system's program format is not ELF of 64 bits.
Redirection redirectOpenMpCalls(std::string_view library, std::span<const OpenMpCall> answers);

} // namespace partita::cpu
