#pragma once

#include <functional>

#include "core/provider/execution_provider.h"

namespace partita {

/// Runs every ONNX operator on the host, with kernels by oneDNN, Eigen and loops of its own. Always
/// the last provider in the order.
class CpuProvider : public ExecutionProvider {
public:
    using MakeEvaluator = std::function<std::unique_ptr<ConstantEvaluator>()>;
    /// The same, but `evaluator` makes what folds constants, in place of the kernels in this process.
    [[nodiscard]] ProviderPtr foldingWith(MakeEvaluator evaluator) const;
    [[nodiscard]] ProviderInfo info() const override;
    [[nodiscard]] std::vector<ProviderOption> options() const override;
    [[nodiscard]] Result<ProviderPtr> withOption(const std::string& name,
                                                 const std::string& value) const override;
    [[nodiscard]] Capabilities getCapability(const CapabilityRequest& request) const override;
    [[nodiscard]] bool runsAsFunction(const Model& model, const Node& node,
                                      const OpVersions& versions) const override;
    [[nodiscard]] std::unique_ptr<ConstantEvaluator> constantEvaluator() const override;
    Result<std::unique_ptr<CompiledPartition>> compile(const Model& model,
                                                       const Partition& partition,
                                                       const OpVersions& versions,
                                                       std::stop_token stop) const override;

private:
    MakeEvaluator m_evaluator;
    int m_threads = 0; ///< 0: one for each core
    bool m_fusion = true, m_parallel = false;
};

} // namespace partita
