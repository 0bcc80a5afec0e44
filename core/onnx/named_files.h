#pragma once

#include <filesystem>
#include <functional>
#include <set>

#include "core/ir/model.h"

namespace partita {

/// Every tensor that a model holds as a constant: initializers and attributes.
void forEachTensor(const Model& model, const std::function<void(const TensorPtr&)>& visit);

/// The files that a model needs beside its own: its data files, and the binaries that its EPContext
/// nodes name. Without links and "..", so that two names of one file are one.
std::set<std::filesystem::path> filesNamedBy(const Model& model);

/// The same of all models (*.onnx) in a folder. A file that some model reads is never written over,
/// whatever the user allowed: a new one gets another name.
std::set<std::filesystem::path> filesNamedIn(const std::filesystem::path& folder);

/// What must stay as it is while a model is written to `output`: what any model there names, the one
/// that is replaced included. So what is there goes on being true to the moment when the new model
/// takes its place, and afterwards.
std::set<std::filesystem::path> filesNamedBeside(const std::filesystem::path& output);

/// `wanted`, or, where that is among `taken`, "name_2.ending", "name_3.ending" …
std::string freeName(const std::filesystem::path& folder, const std::string& wanted,
                     const std::set<std::filesystem::path>& taken);

} // namespace partita
