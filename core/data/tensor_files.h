#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/data/npz.h"

namespace partita {

/// Writes one value in the format of the ending of `path`: .npy, .npz (tensors only) or .pb.
Result<void> writeValue(const std::filesystem::path& path, const ModelData& value);

/// Reads `prefix`_0.pb, `prefix`_1.pb … (the layout of ONNX's test data) up to the first number
/// without a file. `types` say which values are sequences or optionals; the others are tensors.
Result<std::vector<ModelData>> readValueDirectory(const std::filesystem::path& directory,
                                                  const std::string& prefix,
                                                  const std::vector<TypePtr>& types = {});
/// Writes `prefix`_0.pb … into `directory`, which is created; `types` as for reading.
Result<void> writeValueDirectory(const std::filesystem::path& directory, const std::string& prefix,
                                 const std::vector<ModelData>& values,
                                 const std::vector<TypePtr>& types = {});

} // namespace partita
