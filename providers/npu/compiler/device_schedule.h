#pragma once

#include "providers/npu/compiler/device_cost.h"

namespace partita {

/// Memory of a program for given sizes, and the costs of its tasks once `addCosts` has run.
struct DeviceSchedule {
    std::vector<std::uint64_t> live; ///< bytes in use while each task runs, with weights
    std::uint64_t weightBytes = 0;   ///< rounded up to the arena's granularity
    std::uint64_t peakBytes = 0, reservedBytes = 0;
    std::vector<TaskCost> costs; ///< by task; empty before addCosts
    std::size_t unknownSizes = 0;
};

/// Plans the program's memory in an arena: a tensor lives from the task that writes it to the last
/// task that reads it. Fails with the tensor's name where memory runs out. `model`: the program's
/// model with known sizes. Leaves out the costs.
Result<DeviceSchedule> planDeviceMemory(const DeviceProgram& program, const Model& model,
                                        const DeviceProfile& profile, const NpuOptions& options);
/// Adds the cost of each task.
void addCosts(DeviceSchedule& schedule, const DeviceProgram& program, const Model& model,
              const DeviceProfile& profile);

/// The smaller of the device's memory and npu_mem_limit, in bytes.
std::uint64_t memoryLimitOf(const DeviceProfile& profile, const NpuOptions& options);

} // namespace partita
