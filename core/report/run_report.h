#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/run_statistics.h"

namespace partita {

/// Chrome trace events of one run, as Perfetto opens them: kernels by provider, with the nodes that
/// each computed, and the bytes of the arena that are in use.
nlohmann::json traceJson(const Session& session, const RunReport& report);

/// One entry for each kernel: `name`, `op_type`, `provider`, `ms` (the median), `min_ms`, `p90_ms`,
/// `calls`, `gflops_per_s` (null where it is not known), `fused_with`.
nlohmann::json kernelsJson(const Session& session, const RunStatistics& statistics);

/// Bytes of the arena in use, step by step: `node`, `live_bytes`.
nlohmann::json memoryJson(const Session& session);

} // namespace partita
