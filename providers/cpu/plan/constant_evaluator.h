#pragma once

#include "core/provider/constant_evaluator.h"
#include "core/provider/run_values.h"

namespace partita::cpu {

/// Computes single nodes with the CPU's kernels. Not thread-safe.
class CpuConstantEvaluator : public ConstantEvaluator {
public:
    Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                         std::uint64_t mostBytes) override;
    [[nodiscard]] bool knows(const Model& model, const Node& node) const override;

private:
    /// Run values with room for the values of `model`; kept between calls, because making one
    /// would take longer than most nodes.
    RunValues& runValuesFor(const Model& model);
    std::unique_ptr<RunValues> m_runValues;
    std::size_t m_capacity = 0;
};

} // namespace partita::cpu
