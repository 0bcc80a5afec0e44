#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/ir/data_value.h"

namespace partita {

/// Arrays of an .npz file by name; deflated and stored entries, C and Fortran order.
/// Types are those of numpy that ONNX has; little-endian.
Result<std::map<std::string, Tensor>> readNpz(const std::filesystem::path& path);
/// One array of an .npy file.
Result<Tensor> readNpy(Bytes bytes);
/// Writes the tensors uncompressed under their names; strings are refused.
Result<void> writeNpz(const std::filesystem::path& path, const std::vector<Tensor>& tensors);
std::string npyBytes(const Tensor& tensor);
/// Writes one value as the ending of `path` says: .npy, .npz (tensors only) or .pb.
Result<void> writeValue(const std::filesystem::path& path, const DataValue& value);

/// input_0.pb, input_1.pb … (or `prefix`_N.pb) of ONNX's test data, in order. `types` say which
/// of them are sequences or optionals; the others are tensors.
Result<std::vector<DataValue>> readValueDirectory(const std::filesystem::path& directory,
                                                  const std::string& prefix,
                                                  const std::vector<TypePtr>& types = {});
/// Writes output_0.pb … into `directory`, which is made.
Result<void> writeValueDirectory(const std::filesystem::path& directory, const std::string& prefix,
                                 const std::vector<DataValue>& values);

/// How far `actual` is from `expected`.
struct Difference {
    bool comparable = false; ///< same type and shape
    double maxAbsolute = 0;
    double maxRelative = 0; ///< |difference| / max(|expected|) over the tensor
    bool within = false;    ///< |difference| ≤ atol + rtol · |expected| for every element
    std::string problem;    ///< why they are not comparable
};
Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol);
/// The same for any value; of sequences the largest differences of their items.
Difference compareValues(const DataValue& expected, const DataValue& actual, double rtol,
                         double atol);

} // namespace partita
