#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/data/npz.h"

namespace partita {

/// Writes one value as the ending of `path` says: .npy, .npz (tensors only) or .pb.
Result<void> writeValue(const std::filesystem::path& path, const DataValue& value);

/// input_0.pb, input_1.pb … (or `prefix`_N.pb) of ONNX's test data, in order. `types` say which
/// of them are sequences or optionals; the others are tensors.
Result<std::vector<DataValue>> readValueDirectory(const std::filesystem::path& directory,
                                                  const std::string& prefix,
                                                  const std::vector<TypePtr>& types = {});
/// Writes output_0.pb … into `directory`, which is made; `types` as for reading.
Result<void> writeValueDirectory(const std::filesystem::path& directory, const std::string& prefix,
                                 const std::vector<DataValue>& values,
                                 const std::vector<TypePtr>& types = {});

} // namespace partita
