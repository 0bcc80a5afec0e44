#pragma once

#include <filesystem>
#include <vector>

#include "core/ir/model_data.h"
#include "tests/fuzz/isolated.h"

namespace partita::fuzz {

/// Writes values as an .npz and as output_0.pb …, and reads them again: they must be the same, bit
/// by bit. The .npz holds the tensors of types that numpy has. A value that is no tensor is left out
/// where its type is unknown, because nobody could read it. `types` as for `writeValueDirectory`.
CaseResult judgeValueFiles(const std::vector<ModelData>& values, const std::vector<TypePtr>& types,
                           const std::filesystem::path& folder);

} // namespace partita::fuzz
