#pragma once

#include "core/base/progress.h"
#include "core/ir/model.h"
#include "core/worker/worker_message.h"

namespace partita {

/// What ONNX's library is asked to do. On models of unknown origin it crashes, loops and takes all
/// memory, so that it works in a process of its own.
enum class LibraryTask : std::uint8_t {
    inferShapes, ///< ModelProto → the same with value_info and without weights, nodes and attributes
    inferStrictly, ///< ModelProto → nothing
    check,         ///< ModelProto → nothing
    convert,       ///< ModelProto, opset → ModelProto
    functionBody, ///< NodeProto, domain, opset, opset of the default domain, TypeProto… → FunctionProto
};

struct LibraryRequest {
    LibraryTask task = LibraryTask::inferShapes;
    WorkerMessage parts;     ///< as the task says
    std::uint64_t nodes = 0; ///< that it works on when functions are inlined; for the time limit
};

/// Does the task in a `partita-worker`, which is started when there is none and kept for the next
/// one. What the library throws, a crash, and work beyond its limits in time and memory are errors
/// that begin with `what` and name the node of `model` where that is known. A node whose inference
/// crashed or went on for ever is left out from then on, and the task is done without it.
Result<std::string> callLibrary(const Model& model, const Message& what,
                                const LibraryRequest& request, const Progress& progress);

/// The request for a task on a whole model, weights left out.
Result<LibraryRequest> libraryRequest(LibraryTask task, const Model& model);

/// Starts the worker, so that it is ready by the time it is needed.
void startLibraryWorker();

} // namespace partita
