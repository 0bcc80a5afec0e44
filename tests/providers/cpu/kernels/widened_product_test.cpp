// Products of bytes by pairs of int16, which stand in for oneDNN's where those may saturate, against
// plain sums.

#include <gtest/gtest.h>
#include <random>

#include "providers/cpu/kernels/integer_product.h"
#include "providers/cpu/kernels/widened_product.h"

namespace partita::cpu {
namespace {

class Codes {
public:
    explicit Codes(unsigned seed) : m_random(seed) {}
    /// Mostly the largest and smallest codes, whose products saturate in 16 bits.
    std::int16_t next() {
        const unsigned number = m_random() % 8;
        return static_cast<std::int16_t>(number < 3   ? 255
                                         : number < 6 ? -255
                                                      : static_cast<int>(m_random() % 511) - 255);
    }
    std::vector<std::int16_t> some(std::int64_t count) {
        std::vector<std::int16_t> made(static_cast<std::size_t>(count));
        for (std::int16_t& each : made)
            each = next();
        return made;
    }

private:
    std::mt19937 m_random;
};

std::int16_t at(const std::vector<std::int16_t>& numbers, std::int64_t i) {
    return numbers.at(static_cast<std::size_t>(i));
}

/// Rows that lie one after the other, with room behind a last piece.
struct Rows {
    std::vector<std::int16_t> numbers;
    std::vector<std::int64_t> pieces;
    std::int64_t step;

    [[nodiscard]] ProductRows<std::int16_t> of(std::int64_t count) const {
        return {count, pieces,
                [this](std::int64_t row, std::int64_t many, const std::int16_t** to) {
                    for (std::int64_t r = 0; r < many; ++r)
                        to[r] = numbers.data() + (row + r) * step;
                }};
    }
};

/// The sums that are handed over; 77 where none are.
std::vector<std::int32_t> sumsOf(const ProductRows<std::int16_t>& rows,
                                 const WidenedMatrix& matrix) {
    std::vector<std::int32_t> sums(static_cast<std::size_t>(rows.count * matrix.columns()), 77);
    multiplyRows(rows, matrix, [&](const SomeSums& some) {
        for (std::int64_t r = 0; r < some.rows; ++r)
            std::copy_n(some.sums + r * some.step, some.columns,
                        sums.begin() + (some.row + r) * matrix.columns() + some.column);
    });
    return sums;
}

TEST(WidenedProduct, OfAnySizesIsTheirSums) {
    Codes codes(7);
    for (const std::int64_t rows : {1, 2, 5, 6, 7, 100})
        for (const auto& [pieces, length] :
             {std::pair(1, 0), std::pair(1, 1), std::pair(1, 2), std::pair(3, 3), std::pair(1, 512),
              std::pair(1, 1025), std::pair(9, 64), std::pair(2, 515), std::pair(40, 20)})
            for (const std::int64_t columns : {1, 15, 16, 17, 40, 130}) {
                SCOPED_TRACE(testing::Message()
                             << rows << " x " << pieces << " x " << length << " x " << columns);
                const std::int64_t inner = std::int64_t{pieces} * length, apart = length + 2;
                const auto b = codes.some(inner * columns);
                Rows a{codes.some(rows * pieces * apart + 1), {}, pieces * apart};
                for (std::int64_t i = pieces; i-- > 0;) // in any order
                    a.pieces.push_back(i * apart);
                const WidenedMatrix matrix(pieces, length, columns,
                                           [&](std::int64_t row, std::int64_t column) {
                                               return at(b, row * columns + column);
                                           });
                const auto sums = sumsOf(a.of(rows), matrix);
                for (std::int64_t row = 0; row < rows; ++row)
                    for (std::int64_t column = 0; column < columns; ++column) {
                        std::int32_t wanted = 0;
                        for (std::int64_t l = 0; l < inner; ++l)
                            wanted += at(a.numbers,
                                         row * a.step +
                                             a.pieces.at(static_cast<std::size_t>(l / length)) +
                                             l % length) *
                                      at(b, l * columns + column);
                        ASSERT_EQ(sums.at(static_cast<std::size_t>(row * columns + column)), wanted)
                            << "row " << row << ", column " << column;
                    }
            }
}

TEST(WidenedProduct, AMatrixIsTakenAgainInTheMemoryThatIsThere) {
    WidenedMatrix matrix;
    for (const auto& [inner, columns] : {std::pair(9, 33), std::pair(3, 5), std::pair(8, 16)}) {
        std::vector<std::int8_t> rows;
        for (int i = 0; i < inner * columns; ++i)
            rows.push_back(static_cast<std::int8_t>(i * 37 % 256 - 128));
        matrix.assign(rows.data(), inner, columns);
        for (int one = 0; one < inner; ++one) {
            Rows a{std::vector<std::int16_t>(static_cast<std::size_t>(inner + 1)), {0}, inner};
            a.numbers.at(static_cast<std::size_t>(one)) = 1;
            const auto sums = sumsOf(a.of(1), matrix);
            for (int column = 0; column < columns; ++column)
                EXPECT_EQ(sums.at(static_cast<std::size_t>(column)),
                          rows.at(static_cast<std::size_t>(one * columns + column)));
        }
    }
}

TEST(WidenedProduct, FiltersOfOneChannelAreSummed) {
    Codes codes(11);
    for (const std::int64_t taps : {1, 2, 9, 25})
        for (const std::int64_t channels : {1, 4, 7, 8, 15, 16, 31, 32, 45}) {
            SCOPED_TRACE(testing::Message() << taps << " taps, " << channels << " channels");
            const auto factors = codes.some(taps * channels);
            const WidenedPlanes planes(taps, channels, [&](std::int64_t tap, std::int64_t channel) {
                return at(factors, tap * channels + channel);
            });
            const auto pixels = codes.some(2 * taps * channels + planes.room());
            std::vector<std::int64_t> places;
            for (std::int64_t tap = taps; tap-- > 0;)
                places.push_back(2 * tap * channels);
            std::vector<std::int32_t> sums(static_cast<std::size_t>(planes.room()));
            sumPlanes(pixels.data(), places, planes, sums.data());
            for (std::int64_t channel = 0; channel < channels; ++channel) {
                std::int32_t wanted = 0;
                for (std::int64_t tap = 0; tap < taps; ++tap)
                    wanted += at(pixels, places.at(static_cast<std::size_t>(tap)) + channel) *
                              at(factors, tap * channels + channel);
                EXPECT_EQ(sums.at(static_cast<std::size_t>(channel)), wanted) << channel;
            }
        }
}

} // namespace
} // namespace partita::cpu
