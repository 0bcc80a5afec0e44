#pragma once

#include "providers/reference/array.h"

namespace partita::reference {

/// A tensor seen as one-dimensional lines along one axis: `count` lines of `length` elements.
struct Lines {
    Lines(const Dims& dims, std::size_t axis)
        : length(static_cast<std::size_t>(dims.at(axis))),
          stride(countBetween(dims, axis + 1, dims.size())),
          count(countBetween(dims, 0, axis) * stride) {}

    /// Row-major linear index of an element of a line.
    [[nodiscard]] std::size_t at(std::size_t line, std::size_t element) const {
        return line / stride * stride * length + element * stride + line % stride;
    }

    std::size_t length, stride, count;
};

} // namespace partita::reference
