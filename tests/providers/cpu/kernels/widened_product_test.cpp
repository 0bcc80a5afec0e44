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

TEST(WidenedProduct, OfAnySizesIsTheirSums) {
    Codes codes(7);
    for (const std::int64_t rows : {1, 2, 5, 6, 7, 100})
        for (const std::int64_t inner : {1, 2, 9, 512, 1025})
            for (const std::int64_t columns : {1, 15, 16, 17, 40}) {
                SCOPED_TRACE(testing::Message() << rows << " x " << inner << " x " << columns);
                const auto a = codes.some(rows * inner), b = codes.some(inner * columns);
                const WidenedMatrix matrix(inner, columns,
                                           [&](std::int64_t row, std::int64_t column) {
                                               return at(b, row * columns + column);
                                           });
                const std::int64_t step = columns + 3;
                std::vector<std::int32_t> sums(static_cast<std::size_t>(rows * step), 77);
                multiplyWidened(
                    rows,
                    [&](std::int64_t row, std::int16_t* to) {
                        std::copy_n(a.begin() + row * inner, inner, to);
                    },
                    matrix, sums.data(), step);
                for (std::int64_t row = 0; row < rows; ++row)
                    for (std::int64_t column = 0; column < step; ++column) {
                        std::int32_t wanted = column < columns ? 0 : 77; // between rows nothing
                        for (std::int64_t l = 0; l < inner && column < columns; ++l)
                            wanted += at(a, row * inner + l) * at(b, l * columns + column);
                        ASSERT_EQ(sums.at(static_cast<std::size_t>(row * step + column)), wanted)
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
            std::vector<std::int32_t> sums(static_cast<std::size_t>(columns));
            multiplyWidened(
                1,
                [&, size = inner](std::int64_t, std::int16_t* to) {
                    for (int l = 0; l < size; ++l)
                        to[l] = l == one ? 1 : 0;
                },
                matrix, sums.data(), columns);
            for (int column = 0; column < columns; ++column)
                EXPECT_EQ(sums.at(static_cast<std::size_t>(column)),
                          rows.at(static_cast<std::size_t>(one * columns + column)));
        }
    }
}

template <class T> void expectSumsOfColumns(int lowest) {
    Codes codes(11);
    for (const std::int64_t count : {1, 7, 8, 16, 31, 32, 45}) {
        std::vector<std::vector<T>> rows(9);
        std::vector<std::vector<std::int16_t>> factors;
        std::vector<const T*> from;
        std::vector<const std::int16_t*> by;
        for (auto& row : rows) {
            for (std::int64_t i = 0; i < count; ++i)
                row.push_back(static_cast<T>(lowest + (codes.next() + 255) % 256));
            factors.push_back(codes.some(count));
        }
        for (std::size_t l = 0; l < rows.size(); ++l) {
            from.push_back(rows[l].data());
            by.push_back(factors[l].data());
        }
        std::vector<std::int32_t> sums(static_cast<std::size_t>(count));
        sumWidened(from, 100, by, sums.data(), count);
        for (std::size_t i = 0; i < sums.size(); ++i) {
            std::int32_t wanted = 0;
            for (std::size_t l = 0; l < rows.size(); ++l)
                wanted += (rows[l][i] - 100) * factors[l][i];
            EXPECT_EQ(sums[i], wanted) << i << " of " << count;
        }
    }
}

TEST(WidenedProduct, ColumnsOfBytesAreSummed) {
    expectSumsOfColumns<std::uint8_t>(0);
    expectSumsOfColumns<std::int8_t>(-128);
}

} // namespace
} // namespace partita::cpu
