#pragma once

#include "core/base/progress.h"
#include "core/ir/model.h"
#include "core/worker/worker_message.h"

namespace partita {

/// A task for ONNX's library. On untrusted models the library can crash, loop or take all memory,
/// so it runs in a process of its own.
enum class LibraryTask : std::uint8_t {
    inferShapes,    ///< ModelProto → ModelProto with value_info; of the nodes only bodies
    inferAsSession, ///< the same with what ONNX Runtime infers before it asks its providers
    inferStrictly,  ///< ModelProto → nothing
    check,          ///< ModelProto → nothing
    convert,        ///< ModelProto, opset → ModelProto
    /// NodeProto, domain, opset, opset of the default domain, TypeProto… → FunctionProto
    functionBody,
};

/// A task with its arguments.
struct LibraryRequest {
    LibraryTask task = LibraryTask::inferShapes;
    WorkerMessage parts;     ///< as listed at the task
    std::uint64_t nodes = 0; ///< after inlining, for the time limit; 0: no functions
};

/// Runs the task in a `partita-worker`, which is started when none is idle and kept for the next
/// call. An exception of the library, a crash, and use of time or memory beyond the limits become
/// errors that begin with `what` and name the node of `model` where it is known. A node whose
/// inference crashed or did not end is left out from then on, and the task runs again without it.
Result<std::string> callLibrary(const Model& model, const Message& what,
                                const LibraryRequest& request, const Progress& progress);

/// The request for a task on a whole model without its large weights. Fails for a model that is too
/// large for protobuf or whose functions expand to too many nodes.
Result<LibraryRequest> libraryRequest(LibraryTask task, const Model& model);

} // namespace partita
