#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "core/ir/convert_elements.h"

namespace partita {
namespace {

ConvertedTensor converted(const Tensor& tensor, DataType type) {
    auto result = convertElements(tensor, type);
    EXPECT_TRUE(result) << result.error().message();
    return result ? *std::move(result) : ConvertedTensor();
}

Tensor floats(const std::vector<float>& values) {
    return Tensor::of(DataType::float32, {static_cast<std::int64_t>(values.size())}, values);
}

std::vector<double> numbers(const ConvertedTensor& from) { return *elementsAsDoubles(from.tensor); }

constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(ConvertElements, RoundsToTheNearestFloatAndCountsWhatBecomesInfinite) {
    const auto half =
        converted(floats({1.0F, 70000.0F, -kInfinity, 0x1.002p0F, 0x1.006p0F}), DataType::float16);
    EXPECT_EQ(numbers(half), (std::vector<double>{1, kInfinity, -kInfinity, 1, 0x1.008p0}));
    EXPECT_EQ(half.clipped, 1U); // an infinity stays one
    EXPECT_EQ(half.tensor.type, DataType::float16);
}

TEST(ConvertElements, CutsFractionsAndClipsAtTheEndsOfIntegers) {
    const auto small =
        converted(floats({1.9F, -1.9F, 300.0F, -300.0F, 1e30F, NAN}), DataType::int8);
    EXPECT_EQ(numbers(small), (std::vector<double>{1, -1, 127, -128, 127, 0}));
    EXPECT_EQ(small.clipped, 4U);
    const auto unsigned64 = converted(floats({-1.0F, 0x1p64F, 0x1p63F}), DataType::uint64);
    EXPECT_EQ(unsigned64.clipped, 2U);
    EXPECT_EQ(numbers(unsigned64), (std::vector<double>{0, 0x1p64, 0x1p63}));
}

TEST(ConvertElements, KeepsEveryBitOfLargeIntegers) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    const Tensor large = Tensor::int64s({kMost, kMost - 1, -kMost - 1, 5});
    const auto unsigned64 = converted(large, DataType::uint64);
    EXPECT_EQ(unsigned64.clipped, 1U);
    EXPECT_EQ(*elementsAsInts(converted(unsigned64.tensor, DataType::int64).tensor),
              (std::vector<std::int64_t>{kMost, kMost - 1, 0, 5}));
    const auto narrow = converted(large, DataType::int32);
    EXPECT_EQ(narrow.clipped, 3U);
    EXPECT_EQ(numbers(narrow), (std::vector<double>{2147483647, 2147483647, -2147483648.0, 5}));
}

TEST(ConvertElements, PacksFourBitsAndSmallFloats) {
    const auto nibbles = converted(floats({7, -8, 9, 3, -1}), DataType::int4);
    EXPECT_EQ(nibbles.tensor.payload.size(), 3U);
    EXPECT_EQ(numbers(nibbles), (std::vector<double>{7, -8, 7, 3, -1}));
    EXPECT_EQ(nibbles.clipped, 1U);
    EXPECT_EQ(numbers(converted(floats({15, 16, -1}), DataType::uint4)),
              (std::vector<double>{15, 15, 0}));
    const auto e4m3 =
        converted(floats({448, 1000, 1.0625F, 1.1875F, kInfinity}), DataType::float8e4m3fn);
    EXPECT_EQ(numbers(e4m3), (std::vector<double>{448, 448, 1.0, 1.25, 448}));
    EXPECT_EQ(e4m3.clipped, 2U);
    EXPECT_TRUE(std::isnan(numbers(converted(floats({NAN}), DataType::float8e5m2fnuz))[0]));
    EXPECT_EQ(numbers(converted(floats({6, 7, 0.3F}), DataType::float4e2m1)),
              (std::vector<double>{6, 6, 0.5}));
    EXPECT_EQ(numbers(converted(floats({3, 4, 0}), DataType::float8e8m0)),
              (std::vector<double>{4, 4, 0x1p-127}));
}

TEST(ConvertElements, TakesAnythingButZeroAsTrue) {
    const auto truth = converted(floats({0.0F, -0.0F, 0.25F, NAN}), DataType::boolean);
    EXPECT_EQ(numbers(truth), (std::vector<double>{0, 0, 1, 1}));
    EXPECT_EQ(truth.clipped, 0U);
    EXPECT_EQ(numbers(converted(truth.tensor, DataType::float64)), numbers(truth));
}

TEST(ConvertElements, RefusesTextsAndComplexNumbers) {
    Tensor text;
    text.type = DataType::string;
    text.storage = Tensor::Storage::strings;
    text.strings = {"1"};
    EXPECT_FALSE(convertElements(text, DataType::int64));
    EXPECT_FALSE(convertElements(floats({1}), DataType::complex64));
    EXPECT_FALSE(convertElements(floats({1}), DataType::string));
}

} // namespace
} // namespace partita
