#pragma once

#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/profile_conditions.h"

namespace partita {

/// Why ONNX has no such operator. Nothing where it has, and where the rules are for versions after
/// those that the library knows.
std::optional<Message> unknownOperator(const std::string& op,
                                       const std::vector<ProfileRule>& rules);
/// The first input, output or attribute that a constraint names and that the operator does not have
/// in any version of the rule; its place is that within the rule.
std::optional<ConditionProblem> unknownName(const std::string& op, const ProfileRule& rule);

} // namespace partita
