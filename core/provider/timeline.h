#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"

namespace partita {

/// Picoseconds since the start of a simulated run: whole numbers add up the same everywhere.
using SimulatedTime = std::uint64_t;
inline constexpr double kSimulatedSecond = 1e12;

/// One thing that a unit, a copy engine or the host does in a simulated run.
struct TimelineTask {
    enum class Kind : std::uint8_t { compute, copyIn, copyOut, host };
    enum class Bound : std::uint8_t { compute, memory, launch };
    Kind kind = Kind::compute;
    Bound bound = Bound::launch;
    std::uint32_t stream = 0;    ///< in Timeline::streams
    std::uint32_t partition = 0; ///< 0: none, a copy for the model's own inputs or outputs
    SimulatedTime start = 0, duration = 0;
    std::uint64_t cycles = 0;    ///< of the device's clock, launch included; 0: on the host
    NodeId node;                 ///< of the session's model; none: a copy
    std::vector<NodeId> fused;   ///< further nodes whose work it is
    std::string name, operators; ///< "stem/conv", "Conv + Relu"; of a copy the tensor's name
    std::string type;            ///< "fp16": in which it computes
    double flops = 0;
    std::uint64_t bytesRead = 0, bytesWritten = 0, tiles = 0;
    std::vector<std::uint32_t> waitsFor; ///< tasks of other streams, by notification

    [[nodiscard]] SimulatedTime end() const { return start + duration; }
};

/// What runs in order, one task after the other.
struct TimelineStream {
    std::string name, device; ///< "cube", "ascend310"; the host's has no device
    SimulatedTime busy = 0;
};

/// Memory of one device over a run.
struct TimelineMemory {
    struct Point {
        SimulatedTime time = 0;
        std::uint64_t bytes = 0;
    };
    std::string device;
    std::vector<Point> points; ///< ascending; the bytes hold until the next
    std::uint64_t peakBytes = 0, reservedBytes = 0, weightBytes = 0;
    std::uint64_t limitBytes = 0;  ///< 0: none
    std::uint64_t pinnedBytes = 0; ///< of the host, for copies
    bool weightsStay = true;       ///< false: they do not fit all at once and are copied each run
};

/// A run as the clocks of the devices see it: the same numbers every time.
struct Timeline {
    std::string device; ///< "ascend310"
    double clockHz = 0;
    std::vector<TimelineStream> streams;
    std::vector<TimelineTask> tasks;
    std::vector<TimelineMemory> memory;
    SimulatedTime total = 0;
    std::size_t unknownSizes = 0; ///< values that counted as empty
};

} // namespace partita
