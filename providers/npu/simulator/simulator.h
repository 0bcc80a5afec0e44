#pragma once

#include "core/provider/timeline.h"
#include "core/session/session.h"
#include "providers/npu/compiler/device_program.h"

namespace partita {

/// The last run of a session, or one with the sizes in the model, by the clocks of its simulated
/// devices: units, copies and the host, with what waits for what. Nothing where no partition runs
/// on such a device. The same session gives the same timeline every time.
///
/// Each task waits for what it reads. Streams run in order; one that reads what another stream
/// makes waits by notification. Values are copied to a device once, and back when the host needs
/// them. The host's times come from the figures of the first device's profile.
Result<std::optional<Timeline>> simulateRun(const Session& session);

/// What the device's compiler did in each of its stages, all partitions of a session together:
/// fusion, precision, tiling, memory.
Result<std::vector<StageReport>> stageReports(const Session& session);

} // namespace partita
