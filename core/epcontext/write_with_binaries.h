#pragma once

#include <map>

#include "core/onnx/write.h"

namespace partita {

/// The paths that binaries had, and those that they have now.
using BinaryPaths = std::map<std::string, std::string>;

/// What became of a model that was written with its binaries.
struct WrittenWithBinaries {
    WritePlan plan;
    Model model; ///< as it was asked for, with the paths that its binaries have now
};

/// Writes a model as `writeModel`. Binaries that its EPContext nodes name by a path from the folder
/// `from` go along to another folder: copied by the kernel, under the same name, or under another one
/// where a file of that name is there already with other content. No file is replaced. A path that
/// leads to no binary stays as it is, and the notes of the plan say so.
Result<WrittenWithBinaries> writeWithBinaries(const Model& model, const std::filesystem::path& from,
                                              const std::filesystem::path& path,
                                              const WriteOptions& options,
                                              const Progress& progress = {});

/// The model with other paths of its binaries, in its EPContext nodes and in its metadata.
Model withBinaryPaths(const Model& model, const BinaryPaths& paths);
/// The paths of binaries that are others in `after` than in `before`, a state of the same document.
BinaryPaths movedBinaries(const Model& before, const Model& after);
/// The same change of a model whose binaries have other paths now: nodes that it brings back name
/// them by these.
ModelDelta withBinaryPaths(ModelDelta delta, const BinaryPaths& paths);

} // namespace partita
