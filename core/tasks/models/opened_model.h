#pragma once

#include <filesystem>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/onnx/infer_shapes.h"

namespace partita {

/// How a model is prepared after it was read.
enum class Prepare {
    asStored,
    inferred, ///< with inferred shapes
    toRun     ///< also with model-local functions inlined
};

/// A model as stored in its file, and prepared.
struct OpenedModel {
    Model stored, ready;
    bool isInferred = false; ///< shapes of `ready` are those that inference found
};

/// Reads and prepares a model. Where shape inference fails, the model keeps its shapes, and the log
/// says why.
Result<OpenedModel> openModel(const std::filesystem::path& path, Prepare prepare,
                              const Progress& progress);
/// Reads a model from bytes; `folder` has the data files that it names.
Result<OpenedModel> openModel(const Buffer& bytes, const std::filesystem::path& folder,
                              Prepare prepare, const Progress& progress);
/// Prepares a model as if it were read from a file.
Result<OpenedModel> preparedModel(Model stored, Prepare prepare, const Progress& progress,
                                  const ShapeInference& infer = inferShapes);

} // namespace partita
