#include "core/tasks/models/opened_model.h"

#include "core/base/try.h"
#include "core/ir/inline_functions.h"
#include "core/onnx/read.h"
#include "core/worker/worker_pool.h"

namespace partita {

namespace {

/// Starts the worker for ONNX's library while the file is read.
void announce(Prepare prepare) {
    if (prepare != Prepare::asStored)
        startWorker();
}

} // namespace

Result<OpenedModel> openModel(const std::filesystem::path& path, Prepare prepare,
                              const Progress& progress) {
    announce(prepare);
    return preparedModel(PARTITA_TRY(readModel(path, progress)), prepare, progress);
}

Result<OpenedModel> openModel(const Buffer& bytes, const std::filesystem::path& folder,
                              Prepare prepare, const Progress& progress) {
    announce(prepare);
    return preparedModel(PARTITA_TRY(readModel(bytes, folder)), prepare, progress);
}

Result<OpenedModel> preparedModel(Model stored, Prepare prepare, const Progress& progress,
                                  const ShapeInference& infer) {
    OpenedModel opened{stored, std::move(stored)};
    if (prepare == Prepare::toRun)
        opened.ready = PARTITA_TRY(inlineFunctions(opened.stored));
    if (prepare != Prepare::asStored)
        opened.ready = inferShapesOrWarn(opened.ready, progress, infer, &opened.isInferred);
    return opened;
}

} // namespace partita
