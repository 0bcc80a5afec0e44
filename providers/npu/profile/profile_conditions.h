#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "core/base/message.h"
#include "core/probes/node_traits.h"

namespace partita {

/// What is wrong with a condition, and where in it.
struct ConditionProblem {
    std::string pointer; ///< "/is/0"; empty: the whole
    Message what;
};

/// The kind of a trait by its key in profiles, such as "rank".
std::optional<TraitKey::Kind> traitKindOf(std::string_view key);
/// Whether a constraint is one on a trait. `rank` alone, of an input, is a constraint of its own.
bool isTrait(std::string_view key, const nlohmann::json& constraint);
/// Reads { "input": NAME, "is": [ … ] }, where "output" or "attribute" and "isNot" may stand, too.
std::optional<ConditionProblem> readCondition(TraitKey::Kind kind, const nlohmann::json& value,
                                              TraitCondition& into);

} // namespace partita
