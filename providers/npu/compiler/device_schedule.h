#pragma once

#include "providers/npu/compiler/device_cost.h"

namespace partita {

/// The tasks of a program with sizes: memory, and time once it was asked for.
struct DeviceSchedule {
    std::vector<std::uint64_t> live; ///< bytes on the device while each task runs, with weights
    std::uint64_t weightBytes = 0;   ///< rounded up as the arena does
    std::uint64_t peakBytes = 0, reservedBytes = 0;
    std::vector<TaskCost> costs; ///< beside the program's tasks
    std::size_t unknownSizes = 0;
};

/// Plans each task's memory in an arena of its own: a tensor is there from the task that makes it
/// to the last that reads it. Fails where it does not fit, with the tensor's name. `model`: that of
/// the program with its sizes. Costs are left out.
Result<DeviceSchedule> planDeviceMemory(const DeviceProgram& program, const Model& model,
                                        const DeviceProfile& profile, const NpuOptions& options);
void addCosts(DeviceSchedule& schedule, const DeviceProgram& program, const Model& model,
              const DeviceProfile& profile);

/// What the arena of the device may take.
std::uint64_t memoryLimitOf(const DeviceProfile& profile, const NpuOptions& options);

} // namespace partita
