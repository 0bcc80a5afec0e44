#pragma once

#include <unordered_map>

#include "core/onnx/session_shapes.h"
#include "core/provider/execution_provider.h"
#include "core/provider/quantized_groups.h"
#include "core/provider/time_estimator.h"
#include "providers/npu/api/npu_context.h"
#include "providers/npu/profile/device_profile.h"
#include "providers/npu/simulator/npu_partition.h"

namespace partita {

/// An NPU that a device profile describes. Claims runs of nodes that the device supports and
/// executes them on the simulator.
class NpuProvider : public ExecutionProvider, public TimeEstimator {
public:
    explicit NpuProvider(DeviceProfile profile) { useProfile(std::move(profile)); }
    /// `device`: the name of a built-in profile, or the path of a .json file.
    static Result<std::shared_ptr<const NpuProvider>> create(const std::string& device);

    [[nodiscard]] ProviderInfo info() const override;
    [[nodiscard]] std::vector<ProviderOption> options() const override;
    [[nodiscard]] Result<ProviderPtr> withOption(const std::string& name,
                                                 const std::string& value) const override;
    [[nodiscard]] Capabilities getCapability(const CapabilityRequest& request) const override;
    [[nodiscard]] bool runsAsFunction(const Model& model, const Node& node,
                                      const OpVersions& versions) const override;
    [[nodiscard]] bool hasRule(std::string_view place) const override;
    [[nodiscard]] bool compilesBodies() const override { return true; }
    Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                       const Partition& partition,
                                                       const OpVersions& versions,
                                                       std::stop_token stop) const override;

    Result<ContextBinary> compileContext(const std::vector<ContextPart>& parts,
                                         const Progress& progress) const override;
    [[nodiscard]] Result<std::optional<Timeline>> simulate(const Session& session) const override;
    [[nodiscard]] bool knowsSpeed() const override;
    [[nodiscard]] std::optional<double> deviceSeconds(const Model& model,
                                                      const Node& node) const override;
    [[nodiscard]] std::optional<double> onHostSeconds(const Model& model,
                                                      const Node& node) const override;
    [[nodiscard]] double copySeconds(std::uint64_t bytes) const override;

    /// A copy for a group of sessions (`ep.share_ep_contexts`): every session has its own provider,
    /// and all of them share `workspace`.
    [[nodiscard]] std::shared_ptr<const NpuProvider>
    withContexts(std::shared_ptr<ContextWorkspace> workspace) const;

    [[nodiscard]] const DeviceProfile& profile() const { return m_device->profile; }
    [[nodiscard]] const NpuOptions& npuOptions() const { return m_device->options; }

private:
    void useProfile(DeviceProfile profile); // during construction only
    void useOptions(NpuOptions options);
    [[nodiscard]] std::int64_t minRunLength() const {
        return m_chosenRunLength.value_or(profile().minRunLength);
    }
    [[nodiscard]] Capabilities judged(const CapabilityRequest& request, const Model& whole) const;
    Result<void> dump(const DeviceProgram& program, std::uint32_t partition) const;

    /// Replaced instead of changed, because programs keep theirs.
    std::shared_ptr<const NpuDevice> m_device;
    std::string m_profileName;
    std::optional<std::int64_t> m_chosenRunLength; ///< nothing: that of the device
    /// Shared with the providers that `withOption` made from this one.
    std::shared_ptr<ContextLoader> m_contexts = std::make_shared<ContextLoader>();
    std::shared_ptr<SessionShapes> m_sessionShapes =
        std::make_shared<SessionShapes>(); ///< likewise
    /// Likewise: each graph of a model is judged by the groups of the whole.
    std::shared_ptr<ModelMemory<std::shared_ptr<const QuantizedGroups>>> m_groups =
        std::make_shared<ModelMemory<std::shared_ptr<const QuantizedGroups>>>(6);
};

} // namespace partita
