#pragma once

#include <filesystem>

#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// Reads an ONNX model (IR 3–14, any opset and domain) without copying its weights.
/// The file stays mapped as long as the model or any tensor of it lives.
Result<Model> readModel(const std::filesystem::path& path, const Progress& progress = {});
/// The same from bytes in memory; external data is looked for in `directory`.
Result<Model> readModel(const Buffer& bytes, const std::filesystem::path& directory = {});

/// One TensorProto, as in ONNX's test data (input_0.pb).
Result<Tensor> readTensorProto(const Buffer& bytes);

/// The file `model` was read from; empty if it was not.
std::filesystem::path sourcePath(const Model& model);
/// Where what the model names lies: the file's folder, or the directory given with the bytes.
std::filesystem::path sourceFolder(const Model& model);

} // namespace partita
