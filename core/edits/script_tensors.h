#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/ir/model.h"
#include "core/ir/tensor.h"

namespace partita {

/// What a tensor of a script is where it does not say so itself: of the tensor that it replaces.
struct ExpectedTensor {
    DataType type = DataType::undefined;
    std::optional<std::vector<std::int64_t>> dims;
};

/// The tensor that a script gives: a number or a (nested) list of numbers, truth values or texts; or
/// an object with "values", "fill", "random" {"seed", "low", "high"} or "file" (.npy, .npz with
/// "array", .pb; relative to `folder`), and with "type" and "shape". Fails for anything else, for
/// numbers that the type cannot hold, and for unknown keys.
Result<TensorPtr> tensorFromJson(const nlohmann::json& form, const std::filesystem::path& folder,
                                 const ExpectedTensor& expected = {});

/// What a script names as files beside it: file name and content.
struct ScriptFiles {
    std::string prefix{}; ///< of all names: files of several scripts can be in one folder
    std::vector<std::pair<std::string, TensorPtr>> tensors{};
    std::vector<std::pair<std::string, Model>> models{}; ///< of nodes that are pasted
};

/// The form of a tensor in a script: its numbers, or above some dozens, and for what JSON has no
/// form, a file that is added to `files`.
Result<nlohmann::json> tensorToJson(const TensorPtr& tensor, ScriptFiles& files);

} // namespace partita
