// Products of weights of 4 bits with rows that are rounded to 8 bits.

#include <cmath>
#include <gtest/gtest.h>
#include <random>

#include "providers/cpu/loops/cpu_dispatch.h"
#include "providers/cpu/loops/nibble_products.h"
#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace cpu;

constexpr unsigned kSeed = 20261125;

/// Weights of 4 bits, and rows to multiply them with.
struct Case {
    std::int64_t rows, count, block;
    std::vector<std::uint8_t> codes;
    std::vector<float> scales, zeros, x;

    Case(std::int64_t rowCount, std::int64_t elements, std::int64_t blockSize)
        : rows(rowCount), count(elements), block(blockSize) {
        std::mt19937 random(kSeed);
        const auto real = [&] { return static_cast<float>(random() % 2001) / 1000 - 1; };
        const std::int64_t blocks = (count + block - 1) / block;
        for (std::int64_t i = 0; i < blocks * block / 2; ++i)
            codes.push_back(static_cast<std::uint8_t>(random()));
        for (std::int64_t i = 0; i < blocks; ++i) {
            scales.push_back(real());
            zeros.push_back(static_cast<float>(random() % 16));
        }
        for (std::int64_t i = 0; i < rows * count; ++i) { // whole multiples of a power of two
            const auto code = static_cast<float>(static_cast<int>(random() % 255) - 127);
            const bool first = i % count % block == 0;
            x.push_back(std::ldexp(first ? 127.0F : code, static_cast<int>(i / block % 5) - 6));
        }
    }

    [[nodiscard]] FewBitRows weights() const {
        return {codes.data(), scales.data(),
                zeros.data(), static_cast<std::int64_t>(scales.size()),
                block,        4};
    }

    /// The product of a row, one element after another; no element changes by the rounding.
    [[nodiscard]] double expected(std::int64_t row) const {
        double sum = 0;
        for (std::int64_t i = 0; i < count; ++i)
            sum += static_cast<double>(weights().weightAt(0, i)) *
                   static_cast<double>(x[static_cast<std::size_t>(row * count + i)]);
        return sum;
    }
};

TEST(NibbleProducts, AreExactForRowsThatBytesHold) {
#ifdef PARTITA_HAS_AVX2_LOOPS // else plain loops
    if (!hasNibbleProducts(32, 128))
        GTEST_SKIP() << "this processor does not multiply bytes";
#endif
    for (const std::int64_t rows : {1, 2, 3, 7})
        for (const auto& [count, block] :
             {std::pair{128, 32}, {640, 32}, {256, 64}, {384, 128}, {1024, 256}, {2176, 32}}) {
            const Case each(rows, count, block);
            const RowsOfBytes bytes(each.x.data(), rows, count, block);
            std::vector<float> y(static_cast<std::size_t>(3 * rows));
            bytes.multiply(each.weights(), y.data(), 3);
            for (std::int64_t row = 0; row < rows; ++row)
                EXPECT_NEAR(y[static_cast<std::size_t>(3 * row)], each.expected(row), 2e-3)
                    << "row " << row << " of " << rows << ", " << count << " in blocks of "
                    << block;
        }
}

TEST(NibbleProducts, TakeWholeChunksOnly) {
    EXPECT_FALSE(hasNibbleProducts(32, 192));
    EXPECT_FALSE(hasNibbleProducts(16, 256));
    EXPECT_FALSE(hasNibbleProducts(96, 384));
}

/// The outputs of a product of 256 codes for 40 columns on the CPU.
std::vector<double> productWith(const char* level, float first) {
    const Case each(2, 256, 32);
    std::vector<std::uint8_t> codes;
    std::vector<float> scales;
    for (int n = 0; n < 40; ++n) {
        codes.insert(codes.end(), each.codes.begin(), each.codes.end());
        scales.insert(scales.end(), each.scales.begin(), each.scales.end());
    }
    std::vector<float> x = each.x;
    x[0] = first;
    return agreement::numbersOnCpu(
        std::string("(float[2,256] a, uint8[40,8,16] w, float[320] s) => (float[2,40] y) {"
                    "y = com.microsoft.MatMulNBits <K = 256, N = 40, bits = 4, block_size = 32,"
                    "accuracy_level = ") +
            level + "> (a, w, s) }",
        {{"a", agreement::floats({2, 256}, x)},
         {"w", Tensor::of(DataType::uint8, {40, 8, 16}, codes)},
         {"s", agreement::floats({320}, scales)}});
}

TEST(NibbleProducts, AreUsedWhereTheModelAllowsThem) {
    const auto exact = productWith("0", 1), rounded = productWith("4", 1);
    ASSERT_EQ(exact.size(), 80U);
    ASSERT_EQ(rounded.size(), 80U);
    EXPECT_EQ(exact != rounded, hasNibbleProducts(32, 256));
    for (std::size_t i = 0; i < exact.size(); ++i)
        EXPECT_NEAR(rounded[i], exact[i], 20) << i; // of sums near 1000
    // Infinity has no scale: such rows are computed exactly.
    EXPECT_EQ(productWith("0", INFINITY), productWith("4", INFINITY));
}

} // namespace
} // namespace partita
