#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/file_writing.h"
#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// Where the weights of a saved model go.
enum class DataPlacement {
    keep,     ///< as they are; above 2 GiB, or away from their data files, external
    embed,    ///< all inside the model file
    external, ///< tensors of at least `threshold` bytes into one file beside the model
};

struct WriteOptions {
    DataPlacement data = DataPlacement::keep;
    std::string externalFile; ///< file name beside the model; empty: "<model name>.data"
    std::uint64_t threshold = 1024;
    Replace replace = Replace::yes; ///< files that are there, but those that another model reads
    /// What else must hold of the model as it is read back from the file, before it takes its place.
    std::function<Result<void>(const Model&)> check;
};

/// What saving will do, so that the user can be told before.
struct WritePlan {
    std::filesystem::path modelFile, dataFile; ///< dataFile empty: none is written
    std::uint64_t modelBytes = 0, dataBytes = 0;
    std::string note; ///< why data goes outside though nobody asked; empty otherwise
};

Result<WritePlan> planWrite(const Model& model, const std::filesystem::path& path,
                            const WriteOptions& options = {});

/// Saves the model; what was not edited since it was read is written byte for byte as it was.
/// Model and data file appear together or not at all; an existing file stays whole until then. So a
/// data file that any model there reads is not written over: the plan says the new one's name. The
/// file is read back before it takes its place, and must hold the same model (`checkSameModel`).
Result<WritePlan> writeModel(const Model& model, const std::filesystem::path& path,
                             const WriteOptions& options = {}, const Progress& progress = {});

/// The bytes of the model file with its data placement kept; fails above 2 GiB.
Result<std::string> serializeModel(const Model& model);

/// The same with every tensor of at least `threshold` bytes replaced by a reference to nowhere:
/// what ONNX's own library gets, which looks at shapes and small constants only.
std::string serializeSkeleton(const Model& model, std::uint64_t threshold);

/// A TensorProto of ONNX's test data form.
std::string serializeTensor(const Tensor& tensor);

} // namespace partita
