#pragma once

#include "providers/cpu/kernels/kernel.h"

namespace partita::cpu {

/// A tensor seen as [outer, size, inner] around one axis.
struct AxisView {
    std::size_t axis;
    std::int64_t outer, size, inner;
    AxisView(const Dims& dims, std::int64_t wanted) : axis(normalizeAxis(wanted, dims.size())) {
        outer = product(dims, 0, axis);
        size = dims[axis];
        inner = product(dims, axis + 1);
    }
    [[nodiscard]] std::int64_t at(std::int64_t o, std::int64_t i, std::int64_t n) const {
        return (o * size + i) * inner + n;
    }
};

} // namespace partita::cpu
