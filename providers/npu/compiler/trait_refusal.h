#pragma once

#include "core/provider/verdict.h"
#include "providers/npu/profile/device_profile.h"

namespace partita {

/// Why a node does not meet a constraint on one of its traits.
struct TraitRefusal {
    ReasonCode code = ReasonCode::attributeUnsupported;
    Message evidence;
};

/// Nothing: it meets the constraint, or the constraint does not speak of such nodes.
std::optional<TraitRefusal> traitRefusal(const ProfileConstraint& constraint, const Model& model,
                                         const Node& node, const OpVersions::Entry& entry,
                                         const std::string& device);

} // namespace partita
