// Products of bytes in 16 bits, which stand in for oneDNN's where those may saturate, against plain sums.

#include <gtest/gtest.h>
#include <random>

#include "providers/cpu/kernels/byte_product.h"

namespace partita::cpu {
namespace {

/// Rows that lie one after the other, in pieces in any order, with room behind the last one.
struct Rows {
    std::vector<std::uint8_t> numbers;
    std::vector<std::int64_t> pieces;
    std::int64_t step;
};

/// A product of random codes. The largest of them are common, so that their sums saturate in 16 bits.
class ByteProductCase {
public:
    ByteProductCase(std::int64_t pieces, std::int64_t length, std::int64_t columns, int largest)
        : m_pieces(pieces), m_length(length), m_columns(columns) {
        for (std::int64_t i = 0; i < pieces * length * columns; ++i) {
            const int other = static_cast<int>(m_random() % static_cast<unsigned>(largest + 1));
            const int size = m_random() % 3 == 0 ? other : largest;
            m_weights.push_back(static_cast<std::int16_t>(m_random() % 3 == 0 ? -size : size));
        }
    }

    [[nodiscard]] ByteMatrix matrix() const {
        return {m_pieces, m_length, m_columns,
                [&](std::int64_t row, std::int64_t count, std::int64_t column, std::int16_t* to) {
                    for (std::int64_t i = 0; i < count; ++i)
                        to[i] = weight(row + i, column);
                }};
    }

    Rows rows(std::int64_t count) {
        const std::int64_t apart = m_length + 3;
        Rows made{{}, {}, m_pieces * apart};
        for (std::int64_t i = 0; i < count * made.step + 3; ++i)
            made.numbers.push_back(m_random() % 2 ? 255 : static_cast<std::uint8_t>(m_random()));
        for (std::int64_t i = m_pieces; i-- > 0;)
            made.pieces.push_back(i * apart);
        return made;
    }

    [[nodiscard]] std::int32_t sum(const Rows& rows, std::int64_t row, std::int64_t column,
                                   std::int32_t zero) const {
        std::int32_t made = 0;
        for (std::int64_t l = 0; l < m_pieces * m_length; ++l) {
            const std::int64_t at = row * rows.step +
                                    rows.pieces.at(static_cast<std::size_t>(l / m_length)) +
                                    l % m_length;
            made += (rows.numbers.at(static_cast<std::size_t>(at)) - zero) * weight(l, column);
        }
        return made;
    }

private:
    [[nodiscard]] std::int16_t weight(std::int64_t row, std::int64_t column) const {
        return m_weights.at(static_cast<std::size_t>(row * m_columns + column));
    }

    std::mt19937 m_random{3};
    std::int64_t m_pieces, m_length, m_columns;
    std::vector<std::int16_t> m_weights;
};

/// The sums that are handed over; 77 where none are.
std::vector<std::int32_t> sumsOf(const Rows& rows, std::int64_t count, const ByteMatrix& matrix,
                                 std::int32_t zero) {
    std::vector<std::int32_t> sums(static_cast<std::size_t>(count * matrix.columns()), 77);
    const auto find = [&](std::int64_t row, std::int64_t many, const std::uint8_t** to) {
        for (std::int64_t r = 0; r < many; ++r)
            to[r] = rows.numbers.data() + (row + r) * rows.step;
    };
    matrix.multiply({count, rows.pieces, find}, zero, [&](const SomeSums& some) {
        for (std::int64_t r = 0; r < some.rows; ++r)
            std::copy_n(some.sums + r * some.step, some.columns,
                        sums.begin() + (some.row + r) * matrix.columns() + some.column);
    });
    return sums;
}

TEST(ByteProduct, OfAnySizesAndWeightsIsTheirSums) {
    // Bytes whose sums fit into 16 bits in pairs of four, only in twos, or not; and larger than bytes.
    for (const int largest : {20, 60, 128, 255})
        for (const auto& [pieces, length] : {std::pair(1, 0), std::pair(1, 1), std::pair(1, 4),
                                             std::pair(3, 7), std::pair(1, 1100), std::pair(9, 64)})
            for (const std::int64_t columns : {1, 16, 17, 130}) {
                SCOPED_TRACE(testing::Message() << pieces << " x " << length << " x " << columns
                                                << ", weights up to " << largest);
                ByteProductCase given(pieces, length, columns, largest);
                const ByteMatrix matrix = given.matrix();
                for (const std::int64_t count : {1, 2, 3, 5, 100}) {
                    const Rows rows = given.rows(count);
                    const std::int32_t zero = count % 2 ? 0 : 77;
                    const auto sums = sumsOf(rows, count, matrix, zero);
                    for (std::int64_t row = 0; row < count; ++row)
                        for (std::int64_t column = 0; column < columns; ++column)
                            ASSERT_EQ(sums.at(static_cast<std::size_t>(row * columns + column)),
                                      given.sum(rows, row, column, zero))
                                << "row " << row << ", column " << column;
                }
            }
}

TEST(ByteProduct, SmallWeightsAreNotSharedOut) {
    EXPECT_FALSE(ByteProductCase(1, 64, 32, 64).matrix().isLarge());
    EXPECT_TRUE(ByteProductCase(1, 64, 32, 255).matrix().isLarge());
}

} // namespace
} // namespace partita::cpu
