#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/provider/op_versions.h"
#include "core/provider/verdict.h"

namespace partita {

/// A condition on a node beyond its operator, version and type.
struct ProfileConstraint {
    enum class Kind { rank, constant, attribute } kind = Kind::rank;
    std::string input;                ///< rank: formal name of the input
    std::vector<std::int64_t> ranks;  ///< rank: allowed
    std::vector<std::string> inputs;  ///< constant: these must be initializers
    std::string attribute;            ///< attribute: its name
    std::vector<std::string> allowed; ///< attribute: values as text
    std::string otherwise;            ///< attribute: value when absent
    std::string note;                 ///< "only 2D pooling"
    SharedText place;
};

/// One row of a device's operator table.
struct ProfileRule {
    int firstVersion = 1;
    std::optional<int> lastVersion; ///< nothing: and later
    std::vector<DataType> types;    ///< of the first input; empty: those of the profile
    std::vector<ProfileConstraint> constraints;
    SharedText place; ///< "ascend310.json:12"
};

using OperatorTable = std::map<std::string, std::vector<ProfileRule>, std::less<>>;

/// Operators that run as one: a chain in which each reads what the one before it makes, and nobody
/// else does.
struct FusionRule {
    struct Link {
        std::vector<std::string> operators;
        bool optional = false, repeats = false;
    };
    std::string name;
    std::vector<Link> chain;
};

/// How fast a device is; what is 0 is not told, and counts as taking no time.
struct DeviceSpeed {
    double clockHz = 1e9;
    double cubeFlops = 0, cubeFlops32 = 0; ///< a second, on fp16 and fp32; 0: the cube has not fp32
    double vectorFlops = 0;                ///< on fp16; half of it on fp32
    double memoryBytesPerSecond = 0, hostBytesPerSecond = 0;
    double cpuFlops = 50e9, cpuBytesPerSecond = 10e9; ///< of the host that runs the rest
    std::int64_t cubeBlock = 16; ///< edges of a product are filled up to multiples of it
    std::int64_t launchCycles = 0, operatorCycles = 0; ///< before each task: of a graph, by itself
    std::int64_t operatorLoadCycles = 0; ///< by itself, the first time or when it was dropped
    std::int64_t copyCycles = 0;         ///< before each copy
};

/// What a device takes, read from JSON (docs/device-profiles.md).
struct DeviceProfile {
    std::string name, description, contextSource;
    std::int64_t minOpset = 1;
    std::int64_t minRunLength = 1; ///< a run of fewer supported nodes is left to others
    bool dynamicShapes = true;
    bool declineAllConstantInputs =
        false;                   ///< such nodes vanish when the device's compiler folds them
    std::vector<DataType> types; ///< empty: all but string
    OperatorTable graph, singleOperator;
    std::vector<FusionRule> fusions;
    std::uint64_t memoryBytes = 0; ///< 0: no limit
    std::uint64_t onChipBytes = 1 << 20;
    std::int64_t devices = 1;
    std::int64_t streams = 2; ///< 1: one for all work; 2: one for each unit; more: for the vector
    DeviceSpeed speed;
};

/// A built-in profile by name, or a file. Errors name file, line and key.
Result<DeviceProfile> loadDeviceProfile(const std::string& nameOrPath);
Result<DeviceProfile> parseDeviceProfile(std::string_view text, const std::string& fileName);
/// Names of the built-in devices that can be chosen; bases such as "cann" are left out.
std::vector<std::string> deviceNames();

} // namespace partita
