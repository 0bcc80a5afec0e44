#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/rewrite/pipeline.h"

namespace partita {

/// The work of every pass as JSON: its rewrites with the nodes that each removed, added and
/// changed, and its notes on matches that it declined.
nlohmann::json toJson(const PipelineResult& result);
/// The number of rewrites of each pass in each round, without passes that changed nothing.
nlohmann::json passSummaryJson(const PipelineResult& result);
/// A row of the catalogue as JSON.
nlohmann::json toJson(const PassInfo& info);

} // namespace partita
