#pragma once

#include <optional>

#include "core/ir/model.h"

namespace partita {

/// Products of m × k by k × n matrices, so many of them.
struct MatrixProduct {
    double times = 1, m = 1, n = 1, k = 1;
    [[nodiscard]] double flops() const { return 2 * times * m * n * k; }
};

/// The arithmetic of one run of a node, without that of its bodies.
struct OperatorWork {
    std::optional<MatrixProduct> product;
    /// Of what is no product: the elements of its result, of reductions and searches those of its
    /// input, of pooling all of all windows; 0 where nothing is computed or the sizes are not known.
    double elements = 0;

    /// A multiplication and an addition count as two; outside of products each element counts once.
    [[nodiscard]] double flops() const { return product ? product->flops() : elements; }
};

/// Nothing: a product whose sizes are not known.
std::optional<OperatorWork> operatorWork(const Model& model, const Node& node);

} // namespace partita
