#pragma once

#include <optional>

#include "core/ir/model.h"

namespace partita {

/// `times` products of an m × k by a k × n matrix.
struct MatrixProduct {
    double times = 1, m = 1, n = 1, k = 1;
    [[nodiscard]] double flops() const { return 2 * times * m * n * k; }
};

/// The arithmetic of one run of a node, without that of its bodies.
struct OperatorWork {
    std::optional<MatrixProduct> product;
    /// For a node that is no product: the elements of its result, for reductions and searches those
    /// of its input, for pooling those of all windows; 0 where nothing is computed or a size is
    /// unknown.
    double elements = 0;

    /// A multiplication and an addition count as two; outside of products each element counts once.
    [[nodiscard]] double flops() const { return product ? product->flops() : elements; }
};

/// The arithmetic of a node; nothing for a product whose sizes are unknown.
std::optional<OperatorWork> operatorWork(const Model& model, const Node& node);

} // namespace partita
