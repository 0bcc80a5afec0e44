#pragma once

#include "core/epcontext/formats/container_program.h"
#include "core/provider/execution_provider.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/npu/profile/npu_options.h"

namespace partita {

/// What one stage of the compiler did, as text for the user.
struct StageReport {
    std::string name;
    std::vector<std::string> lines;
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
