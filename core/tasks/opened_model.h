#pragma once

#include <filesystem>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// How far a model is made ready after it was read.
enum class Prepare {
    asStored,
    inferred, ///< with the shapes that ONNX infers
    toRun     ///< with calls of model-local functions inlined as well
};

/// A model as it is in its file, and made ready.
struct OpenedModel {
    Model stored, ready;
};

/// Reads a file. A model that inference refuses is used with the shapes it has, and the log says why.
Result<OpenedModel> openModel(const std::filesystem::path& path, Prepare prepare,
                              const Progress& progress);
/// The same of bytes; the data files that the model names lie in `folder`.
Result<OpenedModel> openModel(const Buffer& bytes, const std::filesystem::path& folder,
                              Prepare prepare, const Progress& progress);

} // namespace partita
