#pragma once

#include "providers/npu/compiler/npu_judge.h"
#include "providers/npu/profile/npu_device.h"

namespace partita {

/// Claims runs of consecutive supported nodes as graphs for the device. A run of fewer than `least`
/// nodes is not claimed, and the verdicts say so; a run with a pinned node is claimed whatever its
/// length. A run whose weights and tensors exceed the
/// device's memory is cut into pieces that fit.
Capabilities findRuns(const CapabilityRequest& request, NpuJudge& judge, const NpuDevice& device,
                      std::int64_t least);

} // namespace partita
