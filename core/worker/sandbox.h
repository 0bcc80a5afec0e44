#pragma once

#include <filesystem>
#include <vector>

namespace partita {

enum class Sandbox {
    /// For computing on what the process was given: no file is opened, no thread and no memory with
    /// code in it is made. Threads are to be started before.
    closed,
    /// For running models: files are opened for reading only, but in folders that are named, and code
    /// may be generated.
    readOnly,
};

/// Takes from this process and all its threads, for good, what its work does not need: it makes no
/// socket and no process, runs no other program, looks into no other process and changes no file;
/// such calls fail with EPERM. By seccomp, and Landlock where the kernel has it; a kernel that has
/// neither is no error. Returns whether the filter of system calls is on.
/// `written`: folders in which files may be made and replaced nevertheless, by a process that may
/// read files; only where the kernel has Landlock, which keeps it to them.
bool enterSandbox(Sandbox kind, const std::vector<std::filesystem::path>& written = {});

} // namespace partita
