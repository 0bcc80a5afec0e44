// Products of types that oneDNN does not multiply are those of plain loops, at sizes around those of
// tiles and panels.

#include "providers/cpu/kernels/number_product.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace partita::cpu {
namespace {

template <class T>
std::vector<T> productByLoops(const std::vector<T>& a, const std::vector<T>& b, std::size_t rows,
                              std::size_t inner, std::size_t columns) {
    std::vector<T> y(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j)
            for (std::size_t l = 0; l < inner; ++l)
                y[i * columns + j] += a[i * inner + l] * b[l * columns + j];
    return y;
}

template <class T> class NumberProduct : public testing::Test {};
using Multiplied = testing::Types<double, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(NumberProduct, Multiplied);

TYPED_TEST(NumberProduct, OfAnySizesIsThatOfPlainLoops) {
    using T = TypeParam;
    std::mt19937_64 random(20261129);
    const auto some = [&](std::size_t count) {
        std::vector<T> made(count);
        for (T& each : made) // all digits of integers, so that sums wrap around; exact in doubles
            each = static_cast<T>(std::is_integral_v<T> ? random() : random() % 2001);
        return made;
    };
    for (const std::size_t rows : {1U, 3U, 4U, 8U, 13U})
        for (const std::size_t columns : {1U, 7U, 16U, 17U, 32U, 33U, 70U})
            for (const std::size_t inner : {1U, 2U, 65U}) {
                const auto a = some(rows * inner), b = some(inner * columns);
                std::vector<T> y(rows * columns + 1, T{9});
                multiplyNumbers(a.data(), b.data(), y.data(), static_cast<std::int64_t>(rows),
                                static_cast<std::int64_t>(inner),
                                static_cast<std::int64_t>(columns));
                EXPECT_EQ(y.back(), T{9});
                y.pop_back();
                EXPECT_EQ(y, productByLoops(a, b, rows, inner, columns))
                    << rows << " × " << inner << " × " << columns;
            }
}

} // namespace
} // namespace partita::cpu
