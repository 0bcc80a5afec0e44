#pragma once

#include "providers/npu/compiler/device_program.h"

namespace partita {

/// Groups the nodes of the main graph, in order of execution, by the rules of the profile; the
/// longest chain that fits wins, then the rule that stands first. Constant nodes are in no task.
std::vector<DeviceTask> fuseTasks(const Model& model, std::span<const NodeId> order,
                                  const std::vector<FusionRule>& rules);

} // namespace partita
