#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <absl/container/inlined_vector.h>

namespace partita {

/// Sizes of a tensor's axes, or its steps along them. Up to six axes, as nearly all tensors have,
/// need no memory of their own: kernels make such lists in every run.
class Dims : public absl::InlinedVector<std::int64_t, 6> {
public:
    using InlinedVector::InlinedVector;
    Dims(const std::vector<std::int64_t>& list) // NOLINT(google-explicit-constructor)
        : InlinedVector(list.begin(), list.end()) {}

    friend bool operator==(const Dims& a, const Dims& b) { return std::ranges::equal(a, b); }
    /// As in std::vector. The base's would need a library of Abseil to be linked, for the error alone.
    [[nodiscard]] std::int64_t at(std::size_t axis) const {
        return axis < size() ? (*this)[axis] : throw std::out_of_range("there is no such axis");
    }
    [[nodiscard]] std::int64_t& at(std::size_t axis) {
        return axis < size() ? (*this)[axis] : throw std::out_of_range("there is no such axis");
    }

    /// The same list for what outlives a run. Not implicit, since it allocates.
    [[nodiscard]] std::vector<std::int64_t> toVector() const { return {begin(), end()}; }
};

} // namespace partita
