#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/runtime/op_versions.h"
#include "core/runtime/verdict.h"

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
    std::uint64_t memoryBytes = 0;
    double cubeFlops = 0, vectorFlops = 0, memoryBytesPerSecond = 0, hostBytesPerSecond = 0;
};

/// A built-in profile by name, or a file. Errors name file, line and key.
Result<DeviceProfile> loadDeviceProfile(const std::string& nameOrPath);
Result<DeviceProfile> parseDeviceProfile(std::string_view text, const std::string& fileName);
/// Names of the built-in devices that can be chosen; bases such as "cann" are left out.
std::vector<std::string> deviceNames();

} // namespace partita
