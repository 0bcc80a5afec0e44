#pragma once

#include "providers/reference/array.h"

namespace partita::reference {

/// A tensor of `dims` whose element at each position is the element of `from` at the linear index
/// `source(position)`.
template <class F> Array moved(const Array& from, const Dims& dims, F&& source) {
    Array result(from.type(), dims);
    for (Index at(dims); at; ++at)
        result.copy(at.place(), from, source(at));
    return result;
}

/// The slice of a tensor with `count` positions of `axis`, starting at `first`; refuses a slice
/// that exceeds the axis.
Array part(const Array& from, std::size_t axis, std::int64_t first, std::int64_t count);
/// Concatenates tensors along an existing axis; refuses parts that differ in type, rank or another
/// size.
Array joined(const std::vector<Array>& parts, std::size_t axis);
/// Concatenates tensors of one shape along a new axis, which is inserted at `axis`.
Array stacked(const std::vector<Array>& parts, std::size_t axis);
/// Removes an axis of size 1.
Array dropped(const Array& from, std::size_t axis);

} // namespace partita::reference
