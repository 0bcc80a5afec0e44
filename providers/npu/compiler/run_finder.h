#pragma once

#include "providers/npu/compiler/npu_judge.h"
#include "providers/npu/profile/npu_device.h"

namespace partita {

/// Runs of consecutive supported nodes, as graphs for the device. A run that is too short is given
/// back with its reason; one whose weights and tensors do not fit into the device's memory is cut
/// into pieces that do.
Capabilities findRuns(const CapabilityRequest& request, NpuJudge& judge, const NpuDevice& device,
                      std::int64_t least);

} // namespace partita
