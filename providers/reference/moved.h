#pragma once

#include "providers/reference/array.h"

namespace partita::reference {

/// A tensor of `dims` that holds, at each position, what `from` has at the place `source(at)`.
template <class F> Array moved(const Array& from, const Dims& dims, F&& source) {
    Array result(from.type(), dims);
    for (Index at(dims); at; ++at)
        result.copy(at.place(), from, source(at));
    return result;
}

/// The part of a tensor from `first` on with `count` positions of one axis.
Array part(const Array& from, std::size_t axis, std::int64_t first, std::int64_t count);
/// Tensors one after another along an axis; all other sizes and the types are the same.
Array joined(const std::vector<Array>& parts, std::size_t axis);
/// The same along a new axis.
Array stacked(const std::vector<Array>& parts, std::size_t axis);
/// Without the axis, which has one position.
Array dropped(const Array& from, std::size_t axis);

} // namespace partita::reference
