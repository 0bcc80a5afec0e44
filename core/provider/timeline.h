#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"

namespace partita {

/// Picoseconds since the start of a simulated run; integers, so that sums are equal on every
/// machine.
using SimulatedTime = std::uint64_t;
inline constexpr double kSimulatedSecond = 1e12;

/// One task of a compute unit, a copy engine or the host in a simulated run.
struct TimelineTask {
    enum class Kind : std::uint8_t { compute, copyIn, copyOut, host };
    enum class Bound : std::uint8_t { compute, memory, launch };
    Kind kind = Kind::compute;
    Bound bound = Bound::launch;
    std::uint32_t stream = 0;    ///< index in Timeline::streams
    std::uint32_t partition = 0; ///< 0: a copy of the model's own inputs or outputs
    SimulatedTime start = 0, duration = 0;
    std::uint64_t cycles = 0;    ///< device clock cycles, launch included; 0: on the host
    NodeId node;                 ///< of the session's model; none: a copy
    std::vector<NodeId> fused;   ///< further nodes that the task executes
    std::string name, operators; ///< "stem/conv", "Conv + Relu"; of a copy the tensor's name
    std::string type;            ///< "fp16": the type it computes in
    double flops = 0;
    std::uint64_t bytesRead = 0, bytesWritten = 0, tiles = 0;
    std::vector<std::uint32_t> waitsFor; ///< tasks of other streams that it waits for

    [[nodiscard]] SimulatedTime end() const { return start + duration; }
};

/// A queue that runs its tasks one after another.
struct TimelineStream {
    enum class Kind : std::uint8_t { cube, vector, compute, copyIn, copyOut, host };
    Kind kind = Kind::host;
    std::uint32_t number = 1; ///< among the streams of this kind of its device, from 1
    std::string device;       ///< "ascend310"; the host's has no device
    SimulatedTime busy = 0;
};

/// The memory use of one device over a run.
struct TimelineMemory {
    struct Point {
        SimulatedTime time = 0;
        std::uint64_t bytes = 0;
    };
    std::string device;
    std::vector<Point> points; ///< ascending in time; the bytes hold until the next point
    std::uint64_t peakBytes = 0, reservedBytes = 0, weightBytes = 0;
    std::uint64_t limitBytes = 0;  ///< 0: none
    std::uint64_t pinnedBytes = 0; ///< pinned host memory for copies
    bool weightsStay = true;       ///< false: too large to stay, copied in each run
};

/// A simulated run in the time of the devices; deterministic.
struct Timeline {
    std::string device; ///< "ascend310"
    double clockHz = 0;
    std::vector<TimelineStream> streams;
    std::vector<TimelineTask> tasks;
    std::vector<TimelineMemory> memory;
    SimulatedTime total = 0;
    std::size_t unknownSizes = 0; ///< values of unknown size, counted as empty
};

} // namespace partita
