#pragma once

#include "core/worker/worker_message.h"

namespace partita {

/// The worker's side of core/onnx/library_fence.h. A request holds the names of the nodes to leave
/// out (one a line), the task, and its parts.
class LibraryService {
public:
    /// Inference keeps the name of its current node in `note`, a buffer of `size` bytes. A process
    /// may have only one service.
    LibraryService(char* note, std::size_t size);

    /// {"done", result}, {"refused", the library's message} or {"memory"}.
    WorkerMessage answer(const WorkerMessage& request);
};

} // namespace partita
