#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::cpu {

/// A function of GNU's OpenMP runtime by its name, and the function that replaces it.
struct OpenMpCall {
    const char* name;
    void* function;
};

/// The OpenMP functions that the thread team replaces.
std::span<const OpenMpCall> answeredOpenMpCalls();

struct Redirection {
    std::size_t calls = 0;               ///< slots that were redirected
    std::vector<std::string> unanswered; ///< imports without an answer; then nothing is redirected
};

/// Makes a loaded library, whose file name begins with `library`, call `answers` instead of the
/// OpenMP runtime. Only the table of addresses of that library changes: other libraries of the
/// process keep the runtime that they were linked with. Must be called before the library runs its
/// first parallel region. Redirects nothing where no such library is loaded, or on systems without
/// 64-bit ELF.
Redirection redirectOpenMpCalls(std::string_view library, std::span<const OpenMpCall> answers);

} // namespace partita::cpu
