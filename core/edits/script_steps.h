#pragma once

#include <filesystem>
#include <vector>

#include "core/base/json.h"
#include "core/edits/edit.h"

namespace partita {

/// The edits that a line of a script means for one model.
struct StepEdits {
    std::vector<Edit> edits;
    std::size_t matched = 0;
};

/// Finds the nodes and tensors of a line in a model. Fails when a pattern matches nothing, or several
/// where one is meant, and for values of a wrong kind.
Result<StepEdits> editsOf(const Model& model, const std::string& op, const nlohmann::json& form,
                          const std::filesystem::path& folder);
/// Why a line can mean nothing in any model: an unknown edit, or a key that its edit has not or
/// lacks; empty: it may.
Message wrongStep(const std::string& op, const nlohmann::json& form);

/// The attribute of a new or changed node from its form in a script: a number, truth value, text or
/// list of them, a tensor, or {"type": …, "value": …}. The type is the one that the operator's schema
/// says; a text is read as that type ("1,1" as a list of numbers).
Result<AttributePtr> attributeFromJson(const Model& model, const Node& node,
                                       const std::string& name, const nlohmann::json& form,
                                       const std::filesystem::path& folder);
/// The type that a script gives: a name of an element type, and a shape of sizes, names and nulls.
Result<TypePtr> typeFromJson(const nlohmann::json& type, const nlohmann::json& shape);

} // namespace partita
