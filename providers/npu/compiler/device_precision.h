#pragma once

#include "providers/npu/compiler/device_program.h"

namespace partita {

/// Decides for each node of the model, bodies included, in which type it is computed.
PrecisionPlan choosePrecision(const Model& model, const NpuOptions& options,
                              const std::vector<DeviceTask>& tasks);

} // namespace partita
