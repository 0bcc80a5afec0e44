#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "providers/cpu/kernels/product_rows.h"

namespace partita::cpu {

/// A matrix of whole numbers, most of which are small, packed for exact products with rows of uint8 on
/// processors without VNNI. AVX2 multiplies bytes and adds two products of neighbours, but in 16 bits,
/// where they may saturate. Here weights are packed by groups of four neighbours, and a weight that is too
/// large for the one beside it is shared out to more groups of the same rows. Where no sum of two groups
/// can get beyond 16 bits, which holds for most weights, they are added there.
class ByteMatrix {
public:
    /// Writes the weights of `count` rows from `row` on, counted through all pieces, of a column: between
    /// -255 and 255.
    using ReadWeights = std::function<void(std::int64_t row, std::int64_t count,
                                           std::int64_t column, std::int16_t* to)>;

    /// Its rows come in pieces of the same length, of which up to four rows are read at a time, by all
    /// threads. Throws std::bad_alloc.
    ByteMatrix(std::int64_t pieces, std::int64_t length, std::int64_t columns,
               const ReadWeights& read);

    [[nodiscard]] std::int64_t columns() const { return m_columns; }
    [[nodiscard]] std::int64_t inner() const { return m_pieces * m_length; }

    /// Whether so many weights were shared out that products of int16 take less time.
    [[nodiscard]] bool isLarge() const;

    /// Hands over the sums of (a - zero) · this, each once, on all threads. Behind the last number of a
    /// piece, as many are read as its length lacks for a multiple of 4.
    void multiply(const ProductRows<std::uint8_t>& a, std::int32_t zero,
                  const TakeSums& take) const;

private:
    /// A group has four weights of each of 16 columns.
    struct Panel {
        std::int64_t first;          ///< of its groups
        std::int64_t pairs, singles; ///< groups whose sums are added in 16 bits, and the other ones
    };
    class Packing;
    struct Factor;
    friend void sumFoundRows(const FoundRows<std::uint8_t>& a, const Factor& b, std::int64_t column,
                             std::int64_t columns, std::int32_t* sums);

    std::int64_t m_pieces, m_length, m_columns;
    std::vector<Panel> m_panels;
    /// Of the numbers for each group in a row whose pieces lie one after the other, each of them filled up
    /// to a multiple of 4.
    std::vector<std::int64_t> m_places;
    std::vector<std::uint32_t> m_sums; ///< of each column, and zeros that fill up the last panel
    std::shared_ptr<void> m_weights;
};

} // namespace partita::cpu
