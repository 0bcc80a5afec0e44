#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"
#include "core/probes/node_traits.h"
#include "core/provider/op_versions.h"
#include "core/provider/verdict.h"

namespace partita {

/// A condition on a node beyond its operator, version and element type.
struct ProfileConstraint {
    enum class Kind { rank, constant, attribute, trait } kind = Kind::rank;
    std::string input;                ///< rank: formal name of the input, such as "X"
    std::vector<std::int64_t> ranks;  ///< rank: allowed ranks
    std::vector<std::string> inputs;  ///< constant: names of inputs that must be initializers
    std::string attribute;            ///< attribute: its name
    std::vector<std::string> allowed; ///< attribute: allowed values, as text
    /// Attribute: the value when it is absent; empty: absence is allowed.
    std::string otherwise;
    TraitCondition trait;             ///< trait: what the node must be
    std::vector<TraitCondition> when; ///< trait: only nodes that meet all of these
    bool fails = false;               ///< trait: other nodes are taken, too, but fail to compile
    bool apart = false;               ///< trait: other nodes are no group, see ProfileRule
    /// The author's explanation for the user, such as "only 2D pooling".
    std::string note;
    SharedText place;
};

/// One rule of an operator in a device's operator table.
struct ProfileRule {
    int firstVersion = 1;
    std::optional<int> lastVersion; ///< nothing: this version and all later ones
    /// Allowed types of the first input; empty: DeviceProfile::types.
    std::vector<DataType> types;
    std::vector<ProfileConstraint> constraints;
    bool fails = false;    ///< the device takes such nodes, but cannot compile them
    bool apart = false;    ///< quantized: such nodes are no group, the device judges each by itself
    bool declines = false; ///< quantized: such nodes are a group, and the device takes none
    SharedText place;      ///< where the rule stands, such as "ascend310.json:12"
};

using OperatorTable = std::map<std::string, std::vector<ProfileRule>, std::less<>>;

/// Operators that the device runs as one task: a chain in which the only reader of each node's
/// output is the next node.
struct FusionRule {
    struct Link {
        std::vector<std::string> operators;
        bool optional = false, repeats = false;
    };
    std::string name;
    std::vector<Link> chain;
};

/// Throughput and latency of a device. A throughput of 0 is unknown, and its work takes no time.
struct DeviceSpeed {
    double clockHz = 1e9;
    /// Operations per second in fp16 and fp32; 0: the vector unit computes products of that type.
    double cubeFlops = 0, cubeFlops32 = 0;
    double vectorFlops = 0; ///< per second, in fp16; half of it in fp32
    double memoryBytesPerSecond = 0, hostBytesPerSecond = 0;
    double cpuFlops = 50e9, cpuBytesPerSecond = 10e9; ///< of the host CPU that runs the other nodes
    std::int64_t cubeBlock = 16; ///< edges of a matrix product are rounded up to multiples of it
    /// Latency before each task, in graph mode and in single-operator mode.
    std::int64_t launchCycles = 0, operatorCycles = 0;
    /// Single-operator mode: extra cycles for an operator that is not in the cache.
    std::int64_t operatorLoadCycles = 0;
    std::int64_t copyCycles = 0; ///< before each copy between host and device
};

/// What a device supports and how fast it is, read from JSON (docs/device-profiles.md).
struct DeviceProfile {
    std::string name, description, contextSource;
    std::string learnedFrom; ///< the provider that taught it, with its version; empty: none did
    std::int64_t minOpset = 1;
    /// A shorter run of supported nodes is left to the next provider.
    std::int64_t minRunLength = 1;
    bool dynamicShapes = true;
    bool bodies = true; ///< takes nodes in the bodies of control flow
    /// Knows only the shapes that a session of ONNX Runtime infers before it asks its providers.
    bool sessionShapes = false;
    /// Takes QuantizeLinear of an input of the model, and DequantizeLinear that makes an output.
    bool quantizedBorders = true;
    /// Takes QuantizeLinear and DequantizeLinear of com.microsoft as it takes those of ONNX.
    bool microsoftQuantizers = false;
    /// Declines nodes whose inputs are all constant, as the device's compiler folds them away.
    bool declineAllConstantInputs = false;
    std::vector<DataType> types; ///< of first inputs, for rules that name none; empty: all
    OperatorTable graph, singleOperator;
    /// Operators between DequantizeLinear and QuantizeLinear, with the quantized tensors for inputs
    /// and outputs; nothing: the device judges each of these nodes by itself.
    std::optional<OperatorTable> quantized;
    std::vector<FusionRule> fusions;
    std::uint64_t memoryBytes = 0; ///< of the device; 0: unlimited
    std::uint64_t onChipBytes = 1 << 20;
    std::int64_t devices = 1;
    /// 1: one stream for all work; n: one for the cube unit and n - 1 for the vector unit.
    std::int64_t streams = 2;
    DeviceSpeed speed;
    /// Where each key of the profile stands, also those that it inherits.
    std::map<std::string, SharedText, std::less<>> keys;

    /// Where a key stands that declines nodes as a rule does; null: the profile does not have it.
    [[nodiscard]] SharedText placeOf(std::string_view key) const;
};

/// Loads a built-in profile by name or a .json file. Errors name file, line and key.
Result<DeviceProfile> loadDeviceProfile(const std::string& nameOrPath);
/// Reads a profile; `fileName` is for errors. `extends` names a built-in profile to start from.
/// Fails also for operators, inputs, outputs and attributes that ONNX does not have.
Result<DeviceProfile> parseDeviceProfile(std::string_view text, const std::string& fileName);
/// Whether a rule of a profile, a constraint of a rule, or a key that declines nodes stands at this
/// place.
bool hasRuleAt(const DeviceProfile& profile, std::string_view place);
/// Names of the built-in devices; a base profile that others extend, such as "cann", is left out.
std::vector<std::string> deviceNames();

} // namespace partita
