#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/ir/model.h"

namespace partita {

/// Computes nodes whose inputs are constants.
class ConstantEvaluator {
public:
    virtual ~ConstantEvaluator() = default;
    /// Computes the tensors of the node's outputs in order (undefined for omitted outputs). Fails
    /// when the node cannot be computed or a value would need more than `mostBytes`.
    virtual Result<std::vector<Tensor>> evaluate(const Model& model, const Node& node,
                                                 std::uint64_t mostBytes) = 0;
    /// Whether it has a kernel for the node, so that only the data can make it fail.
    [[nodiscard]] virtual bool knows(const Model& model, const Node& node) const {
        (void)model;
        (void)node;
        return true;
    }
};

} // namespace partita
