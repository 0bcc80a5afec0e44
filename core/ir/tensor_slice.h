#pragma once

#include <memory>

#include "core/ir/tensor.h"

namespace partita {

/// A two-dimensional view of a tensor: the last two dimensions, with one index fixed for each of
/// the others.
class TensorSlice {
public:
    /// Fails when the elements are damaged or missing.
    static Result<TensorSlice> of(std::shared_ptr<const Tensor> tensor);

    [[nodiscard]] const Tensor& tensor() const { return *m_tensor; }
    /// The dimensions before the last two.
    [[nodiscard]] std::vector<std::int64_t> outer() const;
    [[nodiscard]] const std::vector<std::int64_t>& at() const { return m_at; }
    /// Sets the fixed indices: one for each of `outer()`, within its size.
    void moveTo(std::vector<std::int64_t> at);

    /// A vector has one column; a scalar has one row and one column.
    [[nodiscard]] std::int64_t rows() const;
    [[nodiscard]] std::int64_t columns() const;
    [[nodiscard]] double number(std::int64_t row, std::int64_t column) const;
    /// The element in full: all digits of a float, the whole string.
    [[nodiscard]] std::string text(std::int64_t row, std::int64_t column) const;
    /// Six significant digits of a float32 or float64, other types in full.
    [[nodiscard]] std::string shortText(std::int64_t row, std::int64_t column) const;

private:
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const;
    std::shared_ptr<const Tensor> m_tensor;
    Buffer m_elements; ///< empty for strings
    std::vector<std::int64_t> m_at;
};

} // namespace partita
