// Products of bytes less their zero points are those of plain sums, for few and for many numbers.

#include "providers/cpu/kernels/integer_product.h"

#include <gtest/gtest.h>
#include <random>

namespace partita::cpu {
namespace {

struct ProductCase {
    std::int64_t batchA, batchB; ///< one of them may be 1
    std::int64_t rows, inner, columns;
};

std::int64_t codeOfByte(const RuntimeValue& value, std::int64_t i) {
    return value.type == DataType::uint8 ? value.as<std::uint8_t>()[i] : value.as<std::int8_t>()[i];
}

class IntegerProducts : public testing::Test {
protected:
    RuntimeValue bytes(DataType type, const Dims& dims) {
        RuntimeValue made = RuntimeValue::allocate(type, dims);
        for (std::int64_t i = 0; i < made.count(); ++i)
            made.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(m_random());
        return made;
    }
    /// Codes near those that are 0 when weights are packed.
    RuntimeValue smallWeights(DataType type, const Dims& dims) {
        RuntimeValue made = bytes(type, dims);
        for (std::int64_t i = 0; i < made.count(); ++i)
            made.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(
                made.as<std::uint8_t>()[i] % 41 + (type == DataType::uint8 ? 108 : -20));
        return made;
    }
    std::mt19937 m_random{20261129};
};

TEST_F(IntegerProducts, AreThoseOfPlainSums) {
    const ProductCase all[] = {{1, 1, 1, 64, 1},   {3, 3, 1, 64, 1},    {2, 2, 16, 16, 16},
                               {2, 2, 17, 16, 16}, {1, 3, 2, 5, 7},     {3, 1, 4, 9, 30},
                               {2, 2, 1, 4097, 1}, {2, 2, 3, 100, 200}, {1, 1, 3, 0, 4},
                               {2, 1, 0, 3, 4}};
    std::size_t number = 0;
    for (const ProductCase& each : all)
        for (const DataType typeA : {DataType::uint8, DataType::int8})
            for (const DataType typeB : {DataType::uint8, DataType::int8})
                for (const bool exactLibrary : {sumsBytesExactly(), false})
                    for (const bool stays : {false, true}) {
                        const bool zeroForEach = ++number % 3 == 0, areSmall = number % 5 < 2;
                        const Dims dimsB{each.batchB, each.inner, each.columns};
                        const RuntimeValue a = bytes(typeA, {each.batchA, each.rows, each.inner}),
                                           b = areSmall ? smallWeights(typeB, dimsB)
                                                        : bytes(typeB, dimsB),
                                           zeroA =
                                               bytes(typeA, zeroForEach ? Dims{each.rows} : Dims{}),
                                           zeroB = bytes(typeB,
                                                         zeroForEach ? Dims{each.columns} : Dims{});
                        const IntegerProduct::Operands operands{a, &zeroA, b, &zeroB, stays};
                        const std::int64_t batch = std::max(each.batchA, each.batchB);
                        std::vector<std::int32_t> sums(
                            static_cast<std::size_t>(batch * each.rows * each.columns));
                        IntegerProduct(exactLibrary).run(operands, sums.data());
                        std::size_t at = 0;
                        for (std::int64_t n = 0; n < batch; ++n)
                            for (std::int64_t i = 0; i < each.rows; ++i)
                                for (std::int64_t j = 0; j < each.columns; ++j) {
                                    std::int64_t sum = 0;
                                    for (std::int64_t l = 0; l < each.inner; ++l)
                                        sum += (codeOfByte(a, (n % each.batchA * each.rows + i) *
                                                                      each.inner +
                                                                  l) -
                                                codeOfByte(zeroA, zeroForEach ? i : 0)) *
                                               (codeOfByte(b, (n % each.batchB * each.inner + l) *
                                                                      each.columns +
                                                                  j) -
                                                codeOfByte(zeroB, zeroForEach ? j : 0));
                                    ASSERT_EQ(sums[at++], sum)
                                        << number << ": " << n << ", " << i << ", " << j;
                                }
                    }
}

} // namespace
} // namespace partita::cpu
