#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/ir/model.h"
#include "core/session/placement_difference.h"

namespace partita {

/// A difference as JSON, with the keys of docs/command-line-json.md.
nlohmann::json toJson(const Model& model, const PlacementDifference& difference);
/// A difference as text: the headline, then a line for each provider.
std::string differenceText(const PlacementDifference& difference);

} // namespace partita
