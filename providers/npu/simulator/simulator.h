#pragma once

#include "core/provider/timeline.h"
#include "core/session/session.h"
#include "providers/npu/compiler/device_program.h"

namespace partita {

/// The timeline of a session's last run, or of the sizes in the model if it has not run, in the
/// simulated time of its devices: compute units, copies and the host, with their dependencies.
/// Nothing if no partition runs on a simulated device. The same session gives the same timeline
/// every time.
///
/// A task starts when its inputs are ready. Tasks of one stream run in order; a notification lets a
/// stream wait for another one. A value is copied to a device once, and back to the host when a
/// host node or an output needs it. Host times come from cpuFlops and cpuBytesPerSecond of the
/// first device's profile.
Result<std::optional<Timeline>> simulateRun(const Session& session);

/// What each stage of the device's compiler did, for all partitions of a session together: fusion,
/// precision, tiling, memory. Empty if no partition runs on a simulated device.
Result<std::vector<StageReport>> stageReports(const Session& session);

} // namespace partita
