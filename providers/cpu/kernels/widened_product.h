#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "providers/cpu/kernels/product_rows.h"

// Exact products of bytes for processors without VNNI, on which oneDNN's may saturate, where a ByteMatrix
// does not pay: bytes less their zero points are int16, and their products are summed in pairs in int32
// that wraps around.

namespace partita::cpu {

/// A matrix of int16, packed for multiplyRows. Its rows come in pieces of the same length, each of
/// which begins with a pair.
class WidenedMatrix {
public:
    WidenedMatrix() = default;
    /// `element(row, column)`: between -255 and 255, with rows counted through all pieces. Throws
    /// std::bad_alloc.
    WidenedMatrix(std::int64_t pieces, std::int64_t length, std::int64_t columns,
                  const std::function<std::int16_t(std::int64_t, std::int64_t)>& element);
    /// Takes rows of bytes, which lie one after the other, as one piece, in the memory that is there if
    /// it is enough.
    void assign(const std::int8_t* rows, std::int64_t inner, std::int64_t columns);

    [[nodiscard]] std::int64_t pieces() const { return m_pieces; }
    /// Pairs of rows of a piece; the last one may have a row of zeros.
    [[nodiscard]] std::int64_t pairs() const;
    [[nodiscard]] std::int64_t columns() const { return m_columns; }
    [[nodiscard]] std::int64_t inner() const { return m_pieces * m_length; }
    /// Panels of 16 columns: pairs of rows, each column by column. Zeros fill up all sizes.
    [[nodiscard]] const std::int16_t* panels() const {
        return static_cast<const std::int16_t*>(m_panels.get());
    }

private:
    std::int16_t* reserve(std::int64_t pieces, std::int64_t length, std::int64_t columns);

    std::int64_t m_pieces = 0, m_length = 0, m_columns = 0, m_room = 0;
    std::shared_ptr<void> m_panels;
};

/// For multiplyRows. Behind a piece of odd length, one more number of `a` is read; they are between -255
/// and 255.
void sumFoundRows(const FoundRows<std::int16_t>& a, const WidenedMatrix& b, std::int64_t column,
                  std::int64_t columns, std::int32_t* sums);

/// Filters that see one channel each: factors [taps, channels], packed for sumPlanes.
class WidenedPlanes {
public:
    /// `element(tap, channel)`: between -255 and 255.
    WidenedPlanes(std::int64_t taps, std::int64_t channels,
                  const std::function<std::int16_t(std::int64_t, std::int64_t)>& element);

    [[nodiscard]] std::int64_t taps() const { return m_taps; }
    [[nodiscard]] std::int64_t channels() const { return m_channels; }
    /// The channels and those that fill up a vector.
    [[nodiscard]] std::int64_t room() const;
    [[nodiscard]] const std::int16_t* factors() const { return m_factors.data(); }

private:
    std::int64_t m_taps, m_channels;
    std::vector<std::int16_t> m_factors;
};

/// sums[c] = Σ over the taps of pixel[tap + c] · factor. `sums` has `room`, and so many numbers are read
/// at each tap.
void sumPlanes(const std::int16_t* pixel, std::span<const std::int64_t> taps,
               const WidenedPlanes& planes, std::int32_t* sums);

/// to[i] = from[i] - zero, of codes of type uint8 or int8.
void widenRow(DataType type, const std::byte* from, std::int32_t zero, std::int16_t* to,
              std::int64_t count);

} // namespace partita::cpu
