#pragma once

namespace partita {

enum class Sandbox {
    /// For computing on what the process was given: no file is opened, no thread and no memory with
    /// code in it is made. Threads are to be started before.
    closed,
    /// For running models: files are opened for reading only, and code may be generated.
    readOnly,
};

/// Takes from this process and all its threads, for good, what its work does not need: it makes no
/// socket and no process, runs no other program, looks into no other process and changes no file;
/// such calls fail with EPERM. By seccomp, and Landlock where the kernel has it; a kernel that has
/// neither is no error. Returns whether the filter of system calls is on.
bool enterSandbox(Sandbox kind);

} // namespace partita
