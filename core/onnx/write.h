#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/file_writing.h"
#include "core/base/message.h"
#include "core/base/progress.h"
#include "core/ir/model.h"

namespace partita {

/// Where the weights of a saved model go.
enum class DataPlacement {
    keep,     ///< unchanged; but external above 2 GiB or in another folder than the data
    embed,    ///< all inside the model file
    external, ///< tensors of at least `threshold` bytes into one file beside the model
};

/// How a model is saved.
struct WriteOptions {
    DataPlacement data = DataPlacement::keep;
    std::string externalFile; ///< file name beside the model; empty: "<model name>.data"
    std::uint64_t threshold = 1024;
    Replace replace = Replace::yes; ///< existing files; never data of another model
    /// A further check of the model read back from the new file, before that takes its place.
    std::function<Result<void>(const Model&)> check;
};

/// What saving will do, so that the user can be told before.
struct WritePlan {
    std::filesystem::path modelFile, dataFile; ///< dataFile empty: none is written
    std::uint64_t modelBytes = 0, dataBytes = 0;
    std::vector<Message> notes; ///< why data is not placed as asked, and the like; empty when it is
};

/// What `writeModel` would do; nothing is written.
Result<WritePlan> planWrite(const Model& model, const std::filesystem::path& path,
                            const WriteOptions& options = {});

/// Saves the model; parts that were not edited since reading are written byte for byte.
/// Model and data file appear together or not at all, and existing files stay whole until then. A
/// data file that any model in the folder reads is not overwritten; the plan has the new name. The
/// file is read back before it takes its place, and must hold the same model (`checkSameModel`).
Result<WritePlan> writeModel(const Model& model, const std::filesystem::path& path,
                             const WriteOptions& options = {}, const Progress& progress = {});

/// The bytes of the model file with its data placement kept, but for the values of tensors that are to
/// be inside; fails where these cannot be read, and above 2 GiB.
Result<std::string> serializeModel(const Model& model,
                                   const std::function<bool(const Tensor&)>& isInside = {});

/// The bytes of the model file with every tensor of at least `threshold` bytes replaced by a
/// reference to a missing file: for ONNX's library, which reads only shapes and small constants.
std::string serializeSkeleton(const Model& model, std::uint64_t threshold);

/// The bytes of a TensorProto, as in ONNX's test data (input_0.pb).
std::string serializeTensor(const Tensor& tensor);

} // namespace partita
