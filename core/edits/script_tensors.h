#pragma once

#include <filesystem>
#include <utility>
#include <vector>

#include "core/base/json.h"
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

/// The tensors that a script names as files beside it: file name and content.
using ScriptFiles = std::vector<std::pair<std::string, TensorPtr>>;

/// The form of a tensor in a script: its numbers, or above some dozens, and for what JSON has no
/// form, a file that is added to `files`.
Result<nlohmann::json> tensorToJson(const TensorPtr& tensor, ScriptFiles& files);

} // namespace partita
