#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "core/epcontext/formats/container.h"

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

/// A part of a model as the device's compiler leaves it.
struct DeviceProgram {
    Model model; ///< the part; each node's origin is the node that it was extracted from
    PrecisionPlan precision;
    std::vector<DeviceTask> tasks; ///< of the main graph, in execution order
    bool graphMode = true;
};

/// The compiler's decisions (tasks and precision) as JSON text, which a container stores beside the
/// graph. Nodes and values are numbered in the order in which the graph mentions them, which stays
/// valid when the model is written and read back.
std::string programText(const DeviceProgram& program);

/// The program of a model that was read back. Fails where the text does not fit the model.
Result<DeviceProgram> programFromText(const std::string& text, const Model& model);

/// A graph of a container with its program, as the device loads it. Fails for an unknown name, a
/// damaged graph, one with nodes that no session runs, and a program that does not fit it.
Result<DeviceProgram> programIn(const Container& container, const std::string& graph);

} // namespace partita
