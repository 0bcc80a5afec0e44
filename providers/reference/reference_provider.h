#pragma once

#include "core/provider/execution_provider.h"

namespace partita {

/// Computes every node by itself, one element after another, in double where the type allows. Other
/// providers are judged by these results, so this one shares no code with their kernels and is slow
/// on purpose.
class ReferenceProvider : public ExecutionProvider {
public:
    [[nodiscard]] ProviderInfo info() const override;
    [[nodiscard]] std::vector<ProviderOption> options() const override { return {}; }
    [[nodiscard]] Result<ProviderPtr> withOption(const std::string& name,
                                                 const std::string& value) const override;
    [[nodiscard]] Capabilities getCapability(const CapabilityRequest& request) const override;
    [[nodiscard]] bool runsAsFunction(const Model& model, const Node& node,
                                      const OpVersions& versions) const override;
    Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                       const Partition& partition,
                                                       const OpVersions& versions,
                                                       std::stop_token stop) const override;
};

} // namespace partita
