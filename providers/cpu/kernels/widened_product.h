#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

// Exact products of bytes for processors without VNNI, on which oneDNN's may saturate: bytes less their
// zero points are int16, and their products are summed in pairs in int32.

namespace partita::cpu {

/// A matrix [inner, columns] of int16, packed for multiplyWidened.
class WidenedMatrix {
public:
    WidenedMatrix() = default;
    /// `element(row, column)`: between -255 and 255. Throws std::bad_alloc.
    WidenedMatrix(std::int64_t inner, std::int64_t columns,
                  const std::function<std::int16_t(std::int64_t, std::int64_t)>& element);
    /// Takes rows of bytes, which lie one after the other, in the memory that is there if it is enough.
    void assign(const std::int8_t* rows, std::int64_t inner, std::int64_t columns);

    [[nodiscard]] std::int64_t inner() const { return m_inner; }
    [[nodiscard]] std::int64_t columns() const { return m_columns; }
    /// Panels of 16 columns: pairs of rows, each column by column. Zeros fill up both sizes.
    [[nodiscard]] const std::int16_t* panels() const {
        return static_cast<const std::int16_t*>(m_panels.get());
    }

private:
    std::int16_t* reserve(std::int64_t inner, std::int64_t columns);

    std::int64_t m_inner = 0, m_columns = 0, m_room = 0;
    std::shared_ptr<void> m_panels;
};

/// Writes a row of the left operand: as many numbers between -255 and 255 as the matrix has rows.
using WidenRow = std::function<void(std::int64_t row, std::int16_t* to)>;

/// sums [rows, columns] = rows × b, in int32 that wraps around, on all threads, which also call
/// `widenRow`. `step`: elements from a row of sums to the next.
void multiplyWidened(std::int64_t rows, const WidenRow& widenRow, const WidenedMatrix& b,
                     std::int32_t* sums, std::int64_t step);

/// sums[i] = Σ (rows[l][i] - zero) · factors[l][i], in int32 that wraps around.
void sumWidened(std::span<const std::uint8_t* const> rows, std::int16_t zero,
                std::span<const std::int16_t* const> factors, std::int32_t* sums,
                std::int64_t count);
void sumWidened(std::span<const std::int8_t* const> rows, std::int16_t zero,
                std::span<const std::int16_t* const> factors, std::int32_t* sums,
                std::int64_t count);
/// to[i] = from[i] - zero.
void widenRow(const std::uint8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count);
void widenRow(const std::int8_t* from, std::int16_t zero, std::int16_t* to, std::int64_t count);

} // namespace partita::cpu
