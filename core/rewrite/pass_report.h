#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/rewrite/pipeline.h"

namespace partita {

/// What every pass did, rewrite by rewrite, with the nodes that each took out, made and changed,
/// and why others were left.
nlohmann::json toJson(const PipelineResult& result);
/// The same with one entry for each pass of each round that did something.
nlohmann::json passSummaryJson(const PipelineResult& result);
/// The row of a pass.
nlohmann::json toJson(const PassInfo& info);

} // namespace partita
