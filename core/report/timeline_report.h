#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/base/message.h"
#include "core/provider/timeline.h"

namespace partita {

/// A simulated run in Chrome's trace event format, which Perfetto opens: a row for each stream,
/// arrows for notifications, and the memory of each device.
nlohmann::json timelineTrace(const Timeline& timeline);

/// A simulated run as JSON: `device`, `total_ms`, `clock_hz`, `cycles`, `streams` {`name`,
/// `device`, `busy_ms`, `share`}, `memory` {`device`, `peak_bytes`, …}, `tasks` {`name`,
/// `operators`, `stream`, `start_us`, `us`, `cycles`, `bound`, `flops`, …}.
nlohmann::json timelineJson(const Timeline& timeline);

/// The name of a stream: "cube", "copy in", "vector 2".
Message streamName(const TimelineStream& stream);

/// What bounds a task: "compute", "memory" or "launch".
std::string_view boundName(TimelineTask::Bound bound);

/// The parts of one line: "2.870 ms on ascend310 · cube 43 % · vector 35 % · copy in 14 % · peak
/// 9.4 MiB".
std::vector<Message> timelineHeadline(const Timeline& timeline);

} // namespace partita
