#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/ir/model_data.h"

namespace partita {

/// Which arrays of an .npz are read.
struct NpzSelection {
    std::map<std::string, TypePtr> arrays; ///< by name; what each is for, or null
    bool mayHaveOthers = true;             ///< arrays of other names are left, or an error
};

/// Arrays of an .npz file by name, all or the selected ones; what is not wanted is not unpacked.
/// Types are those of numpy that ONNX has, little-endian, in C or Fortran order. Every array is
/// checked before memory is asked for: its header against the entry's size, against the type that
/// it is for, against what deflate can hold and against the memory that is free; then its checksum.
/// Fails where two wanted arrays have one name, or entries overlap.
Result<std::map<std::string, Tensor>> readNpz(const std::filesystem::path& path,
                                              const std::optional<NpzSelection>& selection = {});
/// One array of an .npy file.
Result<Tensor> readNpy(Bytes bytes);
/// Writes the tensors uncompressed under their names; strings are refused. The same tensors give
/// the same bytes.
Result<void> writeNpz(const std::filesystem::path& path, const std::vector<Tensor>& tensors);
/// The bytes of an .npy file; empty where numpy has no such type.
std::string npyBytes(const Tensor& tensor);
/// Why a value is in neither of them.
Error noNumpyForm(const DataValue& value);

} // namespace partita
