#pragma once

#include <unordered_map>

#include "core/ir/model.h"
#include "core/provider/execution_provider.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// The floating point type in which the device computes nodes, where it is not the one in the
/// model, and that of the values that they leave in memory.
struct PrecisionPlan {
    std::unordered_map<NodeId, DataType> nodes;
    std::unordered_map<ValueId, DataType> values;

    [[nodiscard]] DataType of(const Value& value) const {
        const auto found = values.find(value.id);
        return found != values.end() ? found->second
               : value.type          ? value.type->element
                                     : DataType::undefined;
    }
};

/// Nodes that the device runs as one operation, in order.
struct DeviceTask {
    std::vector<NodeId> nodes;
    std::string rule; ///< of the fusion that made it; empty: one node
};

/// What one stage of the compiler did, for people.
struct StageReport {
    std::string name;
    std::vector<std::string> lines;
};

/// A part of a model as the device's compiler leaves it.
struct DeviceProgram {
    Model model; ///< the part itself; nodes have those that they were taken from as origin
    PrecisionPlan precision;
    std::vector<DeviceTask> tasks; ///< of the main graph, in order of execution
    bool graphMode = true;
};

/// Fusion, choice of precision and of the units. Works from types; sizes come later.
DeviceProgram compileForDevice(const Model& part, const DeviceProfile& profile,
                               const NpuOptions& options);

/// The same model with the precision of the plan put into it as casts, so that the CPU's kernels
/// compute what the device would: values are rounded where the device writes them in 16 bits, but
/// not inside a fused task.
Result<Model> withPrecision(const DeviceProgram& program);

/// Whether a matrix unit computes the node: products and convolutions but depthwise ones.
bool runsOnCube(const Model& model, const Node& node);

} // namespace partita
