#include "providers/npu/compiler/device_program.h"

#include "core/ir/graph_order.h"
#include "providers/npu/compiler/device_fusion.h"
#include "providers/npu/compiler/device_precision.h"

namespace partita {

DeviceProgram compileForDevice(const Model& part, const DeviceProfile& profile,
                               const NpuOptions& options) {
    DeviceProgram program{part, {}, {}, options.graphMode};
    static const std::vector<FusionRule> kNone;
    program.tasks = fuseTasks(part, GraphOrder(part).topological(part.mainGraph()),
                              options.graphMode ? profile.fusions : kNone);
    program.precision = choosePrecision(part, options, program.tasks);
    return program;
}

} // namespace partita
