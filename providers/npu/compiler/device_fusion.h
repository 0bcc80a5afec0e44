#pragma once

#include "providers/npu/compiler/device_program.h"

namespace partita {

/// Groups the nodes of the main graph into tasks by the profile's fusion rules. The longest
/// matching chain wins; of equally long ones the rule that is listed first. Constant nodes are in
/// no task.
std::vector<DeviceTask> fuseTasks(const Model& model, std::span<const NodeId> order,
                                  const std::vector<FusionRule>& rules);

} // namespace partita
