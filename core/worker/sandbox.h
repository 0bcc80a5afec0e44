#pragma once

#include <filesystem>
#include <vector>

namespace partita {

/// What a process that enters the sandbox can still do.
enum class Sandbox {
    /// For computing on data that the process received: it can neither open files nor start threads
    /// nor create executable memory. Threads must be started before.
    closed,
    /// For running models: files can be opened for reading, and for writing in the given folders
    /// only. Code may be generated.
    readOnly,
};

/// Restricts this process and all its threads irrevocably: no sockets, no new processes or
/// programs, no access to other processes, no changes of files. Forbidden calls fail with EPERM.
/// Uses seccomp, and Landlock where the kernel has it; a kernel without either is no error.
/// `written`: folders in which a readOnly process may create and replace files, only on a kernel
/// with Landlock. Returns whether the system call filter is active.
bool enterSandbox(Sandbox kind, const std::vector<std::filesystem::path>& written = {});

} // namespace partita
