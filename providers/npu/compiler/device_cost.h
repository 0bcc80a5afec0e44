#pragma once

#include <optional>

#include "core/provider/timeline.h"
#include "providers/npu/compiler/device_program.h"

namespace partita {

using Bound = TimelineTask::Bound;

/// The estimated time of a task on a device and what bounds it, from the figures of its profile.
struct TaskCost {
    bool onCube = false;
    DataType type = DataType::undefined; ///< computation type
    /// Operations of the operators themselves, without the rounding up to blocks.
    double flops = 0;
    std::uint64_t bytesRead = 0, bytesWritten = 0; ///< traffic of the device's memory, with tiling
    std::uint64_t tiles = 1;
    std::uint64_t computeCycles = 0, memoryCycles = 0;
    /// max(compute, memory) + min(compute, memory) / tiles: double buffering overlaps all tiles but
    /// the first load and the last computation. Without the launch.
    std::uint64_t cycles = 0;
    Bound bound = Bound::launch;
    std::size_t unknownSizes = 0; ///< values of unknown size, which count as empty
};

/// The cost of a task. `model`: the program's model, with sizes as far as they are known.
TaskCost costOf(const Model& model, const DeviceTask& task, const PrecisionPlan& precision,
                const DeviceProfile& profile);

/// How often a node runs its body: the maximum trip count of a Loop, the sequence length of a Scan,
/// 1 for If. Nothing where the model does not determine it.
std::optional<double> bodyRuns(const Model& model, const Node& node);

/// Estimated seconds of a node on the host: the larger of compute time and memory time.
double hostSeconds(const Model& model, const Node& node, const DeviceSpeed& speed);

/// Converts a non-negative amount to an integer, clamped to 1e15; 0 for NaN and negative numbers.
/// Sizes from files may be arbitrary.
std::uint64_t wholeNumber(double amount);

/// Whether a node costs nothing: a view of its input, or a Constant.
bool isFree(const Node& node);

/// Bytes of a value in the type in which the device stores it; nothing where its size is unknown.
std::optional<std::uint64_t> deviceBytes(const Value& value, const PrecisionPlan& precision);

} // namespace partita
