#include "core/ir/attribute.h"
#include "core/ir/tensor_slice.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>

#include "core/data/tensor_files.h"
#include "core/data/value_comparison.h"
#include "core/report/tensor_statistics.h"

namespace partita {
namespace {

TensorSlice sliceOf(Tensor tensor) {
    auto slice = TensorSlice::of(std::make_shared<const Tensor>(std::move(tensor)));
    EXPECT_TRUE(slice);
    return *std::move(slice);
}

TEST(TensorSlice, ShowsTheLastTwoDimensionsAtAPlaceOfTheOthers) {
    std::vector<float> values(2 * 3 * 4 * 5);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    TensorSlice slice = sliceOf(Tensor::of(DataType::float32, {2, 3, 4, 5}, values));
    EXPECT_EQ(slice.outer(), (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(slice.rows(), 4);
    EXPECT_EQ(slice.columns(), 5);
    EXPECT_EQ(slice.number(1, 2), 7);
    slice.moveTo({1, 2});
    EXPECT_EQ(slice.number(1, 2), 107);
    EXPECT_EQ(slice.text(3, 4), "119");
}

TEST(TensorSlice, AVectorIsAColumnAScalarOneElementAndNothingIsEmpty) {
    EXPECT_EQ(sliceOf(Tensor::int64s({7, 8, 9})).rows(), 3);
    EXPECT_EQ(sliceOf(Tensor::int64s({7, 8, 9})).columns(), 1);
    EXPECT_EQ(sliceOf(Tensor::of<double>(DataType::float64, {}, {0.1})).text(0, 0), "0.1");
    EXPECT_EQ(sliceOf(Tensor::of<float>(DataType::float32, {3, 0}, {})).rows(), 0);
}

TEST(TensorSlice, WritesEachTypeInFull) {
    const std::int64_t large = 9007199254740993; // no double has this value
    EXPECT_EQ(sliceOf(Tensor::int64s({large})).text(0, 0), "9007199254740993");
    EXPECT_EQ(sliceOf(Tensor::of<std::uint8_t>(DataType::boolean, {2}, {0, 1})).text(1, 0), "true");
    EXPECT_EQ(sliceOf(Tensor::of<float>(DataType::complex64, {2}, {1, 2, 3, -4})).text(1, 0),
              "3-4i");
    EXPECT_EQ(sliceOf(Tensor::of<std::uint16_t>(DataType::bfloat16, {1}, {0x3FC0})).text(0, 0),
              "1.5");
    EXPECT_EQ(sliceOf(Tensor::of<std::uint8_t>(DataType::uint4, {3}, {0x21, 0x03})).text(1, 0),
              "2");
    EXPECT_EQ(sliceOf(Tensor::of<std::int32_t>(DataType::int32, {1}, {-123456789})).text(0, 0),
              "-123456789");
    EXPECT_EQ(sliceOf(Tensor::of<std::uint32_t>(DataType::uint32, {1}, {4294967295U})).text(0, 0),
              "4294967295");
}

TEST(Tensor, WholeNumbersAreExactOrAnError) {
    const std::uint64_t large = 9007199254740993, tooLarge = std::uint64_t{1} << 63;
    EXPECT_EQ(*elementsAsInts(Tensor::of<std::uint64_t>(DataType::uint64, {1}, {large})),
              std::vector<std::int64_t>{9007199254740993});
    EXPECT_FALSE(elementsAsInts(Tensor::of<std::uint64_t>(DataType::uint64, {1}, {tooLarge})));
}

TEST(TensorStatistics, OfTheLargestNumbersAreFinite) {
    constexpr double kMost = std::numeric_limits<double>::max();
    const auto found =
        tensorStatistics(Tensor::of<double>(DataType::float64, {4}, {-kMost, kMost, kMost, kMost}));
    ASSERT_TRUE(found);
    EXPECT_DOUBLE_EQ(found->mean, kMost / 2);
    EXPECT_DOUBLE_EQ(found->deviation / kMost, std::sqrt(0.75));
    EXPECT_EQ(found->histogram.front(), 1);
    EXPECT_EQ(found->histogram.back(), 3);
}

TEST(Attribute, ATextIsNotCutInsideOfALetter) {
    const auto attribute = Attribute::string("name", "ab\u00e9\u00e9");
    EXPECT_EQ(attributeText(*attribute, 5), "\"ab\u00e9…\" (6 bytes)");
    EXPECT_EQ(attributeText(*attribute, 4), "\"ab\u00e9…\" (6 bytes)");
    EXPECT_EQ(attributeText(*attribute, 3), "\"ab…\" (6 bytes)");
    EXPECT_EQ(attributeText(*attribute, 6), "\"ab\u00e9\u00e9\"");
}

TEST(TensorSlice, DataThatDoesNotFillItsShapeIsAnError) {
    auto slice = TensorSlice::of(std::make_shared<const Tensor>(
        Tensor::of<float>(DataType::float32, {1 << 20, 1 << 20}, {1, 2})));
    EXPECT_FALSE(slice);
}

TEST(TensorFiles, AValueIsWrittenAsItsNameSays) {
    const auto folder = std::filesystem::temp_directory_path() / "partita_write_value";
    std::filesystem::create_directories(folder);
    Tensor tensor = Tensor::of<float>(DataType::float32, {2}, {1, 2});
    tensor.name = "a";
    for (const char* name : {"a.npy", "a.npz", "a.pb", "B.NPY"})
        ASSERT_TRUE(writeValue(folder / name, tensor)) << name;
    const auto read = readNpz(folder / "a.npz");
    ASSERT_TRUE(read);
    EXPECT_TRUE(compareTensors(tensor, read->at("a"), 0, 0).within);
    EXPECT_FALSE(writeValue(folder / "a.txt", tensor));
    // numpy has no bfloat16.
    EXPECT_FALSE(
        writeValue(folder / "b.npy", Tensor::of<std::uint16_t>(DataType::bfloat16, {1}, {0})));
    std::filesystem::remove_all(folder);
}

} // namespace
} // namespace partita
