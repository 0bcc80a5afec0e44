#pragma once

#include <filesystem>
#include <functional>
#include <set>

#include "core/ir/model.h"

namespace partita {

/// Every tensor that a model holds as a constant: initializers and attributes.
void forEachTensor(const Model& model, const std::function<void(const TensorPtr&)>& visit);

/// The files that a model refers to: its external data files, and the binaries that its EPContext
/// nodes name. The paths are without links and "..", so that two names of one file are equal.
std::set<std::filesystem::path> filesNamedBy(const Model& model);

/// The files that the models (*.onnx) in a folder refer to. Such a file is never overwritten, even
/// where the user allows overwriting: a new file gets another name. The model `except` is left out.
std::set<std::filesystem::path> filesNamedIn(const std::filesystem::path& folder,
                                             const std::filesystem::path& except = {});

/// The files that must not change while a model is written to `output`: those that any model in its
/// folder refers to, the replaced model included. So the old model stays whole until the new one
/// takes its place, and the other models stay whole afterwards.
std::set<std::filesystem::path> filesNamedBeside(const std::filesystem::path& output);

/// `wanted`, or the first of "name_2.ending", "name_3.ending" … that is not `taken` in `folder`.
std::string freeName(const std::filesystem::path& folder, const std::string& wanted,
                     const std::set<std::filesystem::path>& taken);

} // namespace partita
