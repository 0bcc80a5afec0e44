#pragma once

#include <unordered_map>

#include "core/runtime/execution_provider.h"
#include "providers/npu/device_profile.h"
#include "providers/npu/npu_context.h"

namespace partita {

/// An NPU as its device profile describes it; claims runs of nodes that the device takes and
/// executes them on the simulator.
class NpuProvider : public ExecutionProvider {
public:
    explicit NpuProvider(DeviceProfile profile)
        : m_profile(std::move(profile)), m_minRunLength(m_profile.minRunLength) {}
    /// `device`: a built-in name or a profile's path.
    static Result<std::shared_ptr<NpuProvider>> create(const std::string& device);

    [[nodiscard]] ProviderInfo info() const override;
    [[nodiscard]] std::vector<ProviderOption> options() const override;
    Result<void> setOption(const std::string& name, const std::string& value) override;
    [[nodiscard]] Capabilities getCapability(const CapabilityRequest& request) const override;
    [[nodiscard]] bool runsAsFunction(const Model& model, const Node& node,
                                      const OpVersions& versions) const override;
    Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                       const Partition& partition,
                                                       const OpVersions& versions,
                                                       std::stop_token stop) override;

    Result<ContextBinary> compileContext(const std::vector<ContextPart>& parts,
                                         const Progress& progress) override;

    [[nodiscard]] const DeviceProfile& profile() const { return m_profile; }

private:
    DeviceProfile m_profile;
    std::string m_device;
    std::int64_t m_minRunLength;
    bool m_graphMode = true;
    ContextLoader m_contexts;
};

} // namespace partita
