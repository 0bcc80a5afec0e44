#pragma once

#include <memory>

#include "core/ir/tensor.h"

namespace partita {

/// Two dimensions of a tensor to look at, the others held at one place each.
class TensorSlice {
public:
    /// Fails on what cannot be read: damaged or missing data.
    static Result<TensorSlice> of(std::shared_ptr<const Tensor> tensor);

    [[nodiscard]] const Tensor& tensor() const { return *m_tensor; }
    /// The dimensions before the last two.
    [[nodiscard]] std::vector<std::int64_t> outer() const;
    [[nodiscard]] const std::vector<std::int64_t>& at() const { return m_at; }
    /// One index for each of `outer()`, each inside it.
    void moveTo(std::vector<std::int64_t> at);

    /// A vector has one column, a scalar one element.
    [[nodiscard]] std::int64_t rows() const;
    [[nodiscard]] std::int64_t columns() const;
    [[nodiscard]] double number(std::int64_t row, std::int64_t column) const;
    /// The element in full: all digits of a float, strings in their own words.
    [[nodiscard]] std::string text(std::int64_t row, std::int64_t column) const;
    /// Six digits of a floating point number, anything else in full.
    [[nodiscard]] std::string shortText(std::int64_t row, std::int64_t column) const;

private:
    [[nodiscard]] std::size_t index(std::int64_t row, std::int64_t column) const;
    std::shared_ptr<const Tensor> m_tensor;
    Buffer m_elements; ///< not for strings
    std::vector<std::int64_t> m_at;
};

} // namespace partita
