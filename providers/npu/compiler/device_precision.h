#pragma once

#include "providers/npu/compiler/device_program.h"

namespace partita {

/// Chooses the floating-point type in which each node is computed, bodies included.
PrecisionPlan choosePrecision(const Model& model, const NpuOptions& options,
                              const std::vector<DeviceTask>& tasks);

} // namespace partita
