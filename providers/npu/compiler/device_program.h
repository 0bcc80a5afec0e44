#pragma once

#include <unordered_map>

#include "core/ir/model.h"
#include "core/provider/execution_provider.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// The floating-point type in which the device computes nodes and stores values, where it differs
/// from the type in the model.
struct PrecisionPlan {
    std::unordered_map<NodeId, DataType> nodes;
    std::unordered_map<ValueId, DataType> values;

    /// The type in which the device stores a value; undefined where it is unknown.
    [[nodiscard]] DataType of(const Value& value) const {
        const auto found = values.find(value.id);
        return found != values.end() ? found->second
               : value.type          ? value.type->element
                                     : DataType::undefined;
    }
};

/// Nodes that the device runs as one operation, in execution order.
struct DeviceTask {
    std::vector<NodeId> nodes;
    std::string rule; ///< name of the fusion rule; empty: a single node
};

/// What one stage of the compiler did, as text for the user.
struct StageReport {
    std::string name;
    std::vector<std::string> lines;
};

/// A part of a model as the device's compiler leaves it.
struct DeviceProgram {
    Model model; ///< the part; each node's origin is the node that it was extracted from
    PrecisionPlan precision;
    std::vector<DeviceTask> tasks; ///< of the main graph, in execution order
    bool graphMode = true;
};

/// Compiles a part of a model: fusion and choice of precision. Needs types but no sizes.
DeviceProgram compileForDevice(const Model& part, const DeviceProfile& profile,
                               const NpuOptions& options);

/// The program's model with the precision plan as Cast nodes, so that the CPU's kernels compute
/// what the device would: values are rounded where the device writes them in 16 bits, but not
/// within a fused task.
Result<Model> withPrecision(const DeviceProgram& program);

/// Whether the matrix unit computes the node: products and convolutions, except depthwise ones.
bool runsOnCube(const Model& model, const Node& node);

} // namespace partita
