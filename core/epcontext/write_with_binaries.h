#pragma once

#include <map>
#include <set>

#include "core/ir/ep_context.h"
#include "core/onnx/write.h"

namespace partita {

/// The paths that binaries had, and those that they have now.
using BinaryPaths = std::map<std::string, std::string>;

/// What became of a model that was written with its binaries.
struct WrittenWithBinaries {
    WritePlan plan;
    Model model;       ///< as it was asked for, with the paths that its binaries have now
    BinaryPaths paths; ///< of its binaries that are beside it now, also those that stay the same
};

/// Writes a model as `writeModel`. Binaries of its EPContext nodes that are not in the folder of
/// `path` go along: copied by the kernel, under the same name, or under another one where a file of
/// that name is there already with other content. No file is replaced. A path that leads to no binary
/// stays as it is, and the notes of the plan say so.
Result<WrittenWithBinaries> writeWithBinaries(const Model& model, const BinaryPlaces& from,
                                              const std::filesystem::path& path,
                                              const WriteOptions& options,
                                              const Progress& progress = {});

/// The model with other paths of its binaries, in its EPContext nodes and in its metadata.
Model withBinaryPaths(const Model& model, const BinaryPaths& paths);
/// The paths of binaries that a change takes away or brings.
std::set<std::string> binaryPathsOf(const ModelDelta& delta);
/// Where the binaries are that other states of a document name by `paths`, once one state has been
/// written to `folder`, its binaries at the paths `written`: the others stay where they are. One whose
/// path is that of another binary now gets a path of its own, which is added to `written`.
BinaryPlaces placesAfter(const BinaryPlaces& before, const std::filesystem::path& folder,
                         const std::set<std::string>& paths, BinaryPaths& written);
/// The same change of a model whose binaries have other paths now: nodes that it brings back name
/// them by these.
ModelDelta withBinaryPaths(ModelDelta delta, const BinaryPaths& paths);

} // namespace partita
