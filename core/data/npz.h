#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/model_data.h"

namespace partita {

/// Selects the arrays of an .npz that are read.
struct NpzSelection {
    std::map<std::string, TypePtr> arrays; ///< by name; the expected type, or null for any
    bool mayHaveOthers = true;             ///< whether arrays of other names are skipped or an
                                           ///< error
};

/// Reads the arrays of an .npz file by name, all or the selected ones; the others are not unpacked.
/// Supports numpy's types that ONNX has, little-endian, in C or Fortran order. Before memory is
/// allocated, the header of an array is checked against the entry's size, the shape of the expected
/// type, the compression ratio that deflate can reach and the memory budget; then the checksum is
/// verified. Fails when two selected arrays have one name or entries overlap.
Result<std::map<std::string, Tensor>> readNpz(const std::filesystem::path& path,
                                              const std::optional<NpzSelection>& selection = {});
/// Reads the array of an .npy file.
Result<Tensor> readNpy(Bytes bytes);
/// Writes the tensors uncompressed under their names; types that numpy does not have, strings
/// included, are an error. Equal tensors give equal bytes.
Result<void> writeNpz(const std::filesystem::path& path, const std::vector<Tensor>& tensors);
/// The bytes of an .npy file; empty for a type that numpy does not have.
std::string npyBytes(const Tensor& tensor);
/// The error for a value that neither .npy nor .npz can hold.
Error noNumpyForm(const ModelData& value);

} // namespace partita
