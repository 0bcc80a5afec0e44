#pragma once

#include <filesystem>

#include "core/base/progress.h"
#include "core/ir/ep_context.h"
#include "core/ir/model.h"

namespace partita {

/// Reads an ONNX model (IR 3–14, any opset and domain) without copying its weights.
/// The file stays mapped as long as the model or any tensor of it lives. Fails for a file that is
/// damaged or is no ONNX model, and for a graph with a cycle.
Result<Model> readModel(const std::filesystem::path& path, const Progress& progress = {});
/// Reads a model from bytes in memory; its external data is looked for in `directory`.
Result<Model> readModel(const Buffer& bytes, const std::filesystem::path& directory = {});

/// One TensorProto, as in ONNX's test data (input_0.pb).
Result<Tensor> readTensorProto(const Buffer& bytes);

/// The file `model` was read from; empty if it was not.
std::filesystem::path sourcePath(const Model& model);
/// The folder of the files that the model refers to: the folder of the model file, or the directory
/// given with the bytes.
std::filesystem::path sourceFolder(const Model& model);
/// The same, with the binaries of EPContext nodes that are not there.
BinaryPlaces sourceFiles(const Model& model);
/// The model with its files at other places: it was saved there. One that was not read from a file
/// or bytes stays as it is.
Model withFilesAt(const Model& model, BinaryPlaces files);

} // namespace partita
