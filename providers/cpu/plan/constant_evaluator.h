#pragma once

#include "core/provider/run_values.h"
#include "core/rewrite/pass.h"

namespace partita::cpu {

/// Computes single nodes by the CPU's kernels. Not for several threads at once.
class CpuConstantEvaluator : public ConstantEvaluator {
public:
    Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                         std::uint64_t mostBytes) override;

private:
    /// Room for the values of `model`: kept between calls, because most nodes are small.
    Environment& environmentFor(const Model& model);
    std::unique_ptr<Environment> m_environment;
    std::size_t m_capacity = 0;
};

} // namespace partita::cpu
