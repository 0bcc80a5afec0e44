// What a device can say of the time of a run before anything is compiled.

#include "providers/npu/api/npu_provider.h"
#include "providers/npu/compiler/device_cost.h"
#include "providers/npu/simulator/simulated_device.h"

namespace partita {

namespace {

const PrecisionPlan kAsTyped;

bool isSized(const Model& model, const Node& node) {
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (const auto& value = model.value(id); value && !deviceBytes(*value, kAsTyped))
                return false;
    return true;
}

} // namespace

bool NpuProvider::knowsSpeed() const {
    const DeviceSpeed& speed = profile().speed;
    return speed.vectorFlops > 0 && speed.memoryBytesPerSecond > 0 && speed.hostBytesPerSecond > 0;
}

std::optional<double> NpuProvider::deviceSeconds(const Model& model, const Node& node) const {
    if (isFree(node))
        return 0;
    const TaskCost cost = costOf(model, {{node.id}, {}}, kAsTyped, profile());
    if (cost.unknownSizes > 0)
        return std::nullopt;
    const DeviceSpeed& speed = profile().speed;
    const auto launch = npuOptions().graphMode ? speed.launchCycles : speed.operatorCycles;
    return (static_cast<double>(cost.cycles) + static_cast<double>(launch)) / speed.clockHz;
}

std::optional<double> NpuProvider::onHostSeconds(const Model& model, const Node& node) const {
    if (isFree(node))
        return 0;
    if (!node.subgraphs().empty() || !isSized(model, node))
        return std::nullopt;
    return hostSeconds(model, node, profile().speed);
}

double NpuProvider::copySeconds(std::uint64_t bytes) const {
    const DeviceSpeed& speed = profile().speed;
    return static_cast<double>(copyCycles(bytes, speed)) / speed.clockHz;
}

} // namespace partita
