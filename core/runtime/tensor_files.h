#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/ir/tensor.h"

namespace partita {

/// Arrays of an .npz file by name; deflated and stored entries, C and Fortran order.
/// Types are those of numpy that ONNX has; little-endian.
Result<std::map<std::string, Tensor>> readNpz(const std::filesystem::path& path);
/// One array of an .npy file.
Result<Tensor> readNpy(Bytes bytes);
/// Writes the tensors uncompressed under their names; strings are refused.
Result<void> writeNpz(const std::filesystem::path& path, const std::vector<Tensor>& tensors);
std::string npyBytes(const Tensor& tensor);

/// input_0.pb, input_1.pb … (or `prefix`_N.pb) of ONNX's test data, in order.
Result<std::vector<Tensor>> readTensorDirectory(const std::filesystem::path& directory,
                                                const std::string& prefix);
/// Writes output_0.pb … into `directory`, which is made.
Result<void> writeTensorDirectory(const std::filesystem::path& directory, const std::string& prefix,
                                  const std::vector<Tensor>& tensors);

/// How far `actual` is from `expected`.
struct Difference {
    bool comparable = false; ///< same type and shape
    double maxAbsolute = 0;
    double maxRelative = 0; ///< |difference| / max(|expected|) over the tensor
    bool within = false;    ///< |difference| ≤ atol + rtol · |expected| for every element
    std::string problem;    ///< why they are not comparable
};
Difference compareTensors(const Tensor& expected, const Tensor& actual, double rtol, double atol);

} // namespace partita
