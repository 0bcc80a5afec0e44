#pragma once

#include <optional>

#include "core/provider/timeline.h"
#include "providers/npu/compiler/device_program.h"

namespace partita {

using Bound = TimelineTask::Bound;

/// How long a task takes on a device and why, by the figures of its profile.
struct TaskCost {
    bool onCube = false;
    DataType type = DataType::undefined; ///< in which it computes
    double flops = 0;                    ///< of the operators themselves, nothing filled up
    std::uint64_t bytesRead = 0, bytesWritten = 0; ///< of the device's memory, as tiled
    std::uint64_t tiles = 1;
    std::uint64_t computeCycles = 0, memoryCycles = 0;
    /// max(compute, memory) + min(compute, memory) / tiles: what the first load and the last
    /// computation cannot overlap with. Without the launch.
    std::uint64_t cycles = 0;
    Bound bound = Bound::launch;
    std::size_t unknownSizes = 0; ///< values whose size is not known count as empty
};

/// `model`: that of the program, with its sizes known as far as they can be.
TaskCost costOf(const Model& model, const DeviceTask& task, const PrecisionPlan& precision,
                const DeviceProfile& profile);

/// How often a node runs its body: of Loop the most that it may, of Scan the length of what it goes
/// through. Nothing where it is not known.
std::optional<double> bodyRuns(const Model& model, const Node& node);

/// Seconds that the host takes for a node: the longer of arithmetic and memory.
double hostSeconds(const Model& model, const Node& node, const DeviceSpeed& speed);

/// Sizes from files may be anything: 0 for what is no number, at most 1e15.
std::uint64_t wholeNumber(double amount);

/// Views of what they read, which the device does not copy, and constants that it keeps.
bool isFree(const Node& node);

/// Bytes of a value in the type that the device keeps it in; nothing where its size is unknown.
std::optional<std::uint64_t> deviceBytes(const Value& value, const PrecisionPlan& precision);

} // namespace partita
