#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/run_statistics.h"

namespace partita {

/// One run in Chrome's trace event format, which Perfetto opens: the kernels by provider, with the
/// nodes fused into each, and the live bytes of the arena.
nlohmann::json traceJson(const Session& session, const RunReport& report);

/// One entry for each kernel: `name`, `op_type`, `provider`, `ms` (the median), `min_ms`, `p90_ms`,
/// `calls`, `gflops_per_s` (null: unknown), `fused_with`.
nlohmann::json kernelsJson(const Session& session, const RunStatistics& statistics);

/// The live bytes of the main graph's arena, one entry for each step: `node`, `live_bytes`.
nlohmann::json memoryJson(const Session& session);

} // namespace partita
