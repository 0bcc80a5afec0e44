#pragma once

#include "core/worker/worker_message.h"

namespace partita {

/// The other side of core/onnx/library_fence.h: answers requests, each of which is the names of the
/// nodes to leave out (one a line), the task, and its parts.
class LibraryService {
public:
    /// `note`, of so many bytes, always says which node inference is at. One service a process.
    LibraryService(char* note, std::size_t size);

    /// {"done", result}, {"refused", the library's message} or {"memory"}.
    WorkerMessage answer(const WorkerMessage& request);
};

} // namespace partita
