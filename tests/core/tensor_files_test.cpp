#include <gtest/gtest.h>
#include <random>

#include "core/base/mapped_files.h"
#include "core/report/tensor_statistics.h"
#include "core/runtime/tensor_files.h"
#include "tests/support/models.h"

namespace partita {
namespace {

TEST(TensorFiles, AnNpzReadsBackWhatWasWritten) {
    const test::TemporaryFolder folder;
    Tensor a = Tensor::of<float>(DataType::float32, {2, 3}, {1, 2, 3, 4, 5, 6}),
           b = Tensor::int64s({7, -8});
    Tensor scalar = Tensor::of<std::uint8_t>(DataType::boolean, {}, {1});
    a.name = "a/b:0";
    b.name = "b";
    scalar.name = "s";
    ASSERT_TRUE(writeNpz(folder / "t.npz", {a, b, scalar}));
    const auto read = readNpz(folder / "t.npz");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->at("a/b:0").dims, a.dims);
    EXPECT_EQ(elements(read->at("a/b:0"))->text(), elements(a)->text());
    EXPECT_EQ(*elementsAsInts(read->at("b")), (std::vector<std::int64_t>{7, -8}));
    EXPECT_TRUE(read->at("s").dims.empty());
}

TEST(TensorFiles, AMapReadsBackInTheOrderOfItsKeys) {
    const test::TemporaryFolder folder;
    Tensor keys;
    keys.type = DataType::string;
    keys.dims = {2};
    keys.storage = Tensor::Storage::strings;
    keys.strings = {"a", "b"};
    const DataValue texts =
        DataValue::map(keys, Tensor::of<float>(DataType::float32, {2}, {1.5F, -2}));
    const DataValue numbers =
        DataValue::map(Tensor::int64s({-3, 9}), Tensor::of<double>(DataType::float64, {2}, {4, 5}));
    const auto mapType = [](DataType key, DataType value) {
        auto type = std::make_shared<Type>();
        type->kind = Type::Kind::map;
        type->element = key;
        type->nested = Type::tensor(value, Shape());
        return type;
    };
    auto sequence = std::make_shared<Type>();
    sequence->kind = Type::Kind::sequence;
    sequence->nested = mapType(DataType::int64, DataType::float64);
    const DataValue several = DataValue::sequence({numbers, numbers});
    ASSERT_TRUE(writeValueDirectory(folder / "v", "v", {texts, several}));
    const auto read = readValueDirectory(folder / "v", "v",
                                         {mapType(DataType::string, DataType::float32), sequence});
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ((*read)[0].kindText(), "map of 2");
    EXPECT_TRUE(compareValues(texts, (*read)[0], 0, 0).within);
    EXPECT_TRUE(compareValues(several, (*read)[1], 0, 0).within);
    EXPECT_FALSE(compareValues(several, texts, 0, 0).comparable);
}

TEST(TensorFiles, FortranOrderIsTurned) {
    std::string header = "{'descr': '<i8', 'fortran_order': True, 'shape': (2, 2), }";
    header.resize(118, ' ');
    std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
    bytes += header;
    for (const std::int64_t value : {1, 2, 3, 4})
        bytes.append(reinterpret_cast<const char*>(&value), 8);
    const auto tensor = readNpy(std::as_bytes(std::span(bytes)));
    ASSERT_TRUE(tensor);
    EXPECT_EQ(*elementsAsInts(*tensor), (std::vector<std::int64_t>{1, 3, 2, 4}));
}

TEST(TensorFiles, DamagedArchivesAreErrors) {
    const test::TemporaryFolder folder;
    Tensor a = Tensor::int64s({1, 2, 3});
    a.name = "a";
    ASSERT_TRUE(writeNpz(folder / "t.npz", {a}));
    const std::string bytes(mapFile(folder / "t.npz")->text());
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        std::string damaged = bytes.substr(0, round % 2 ? bytes.size() : random() % bytes.size());
        if (!damaged.empty())
            damaged[random() % damaged.size()] = static_cast<char>(random());
        ASSERT_TRUE(writeFile(folder / "d.npz", damaged));
        (void)readNpz(folder / "d.npz");
    }
}

TEST(TensorFiles, DifferencesAreRelativeToTheLargestValue) {
    const Tensor a = Tensor::of<float>(DataType::float32, {2}, {100, 1}),
                 b = Tensor::of<float>(DataType::float32, {2}, {100, 1.01F});
    const Difference difference = compareTensors(a, b, 1e-3, 0);
    EXPECT_TRUE(difference.comparable);
    EXPECT_FALSE(difference.within);
    EXPECT_NEAR(difference.maxRelative, 1e-4, 1e-6);
    EXPECT_FALSE(compareTensors(a, Tensor::int64s({1, 2}), 1, 1).comparable);
    const Tensor nan = Tensor::of<float>(DataType::float32, {2}, {100, NAN});
    EXPECT_FALSE(compareTensors(a, nan, 1, 1).within);
}

TEST(TensorStatistics, CountsWhatIsNotANumber) {
    const Tensor tensor = Tensor::of<float>(DataType::float32, {5}, {0, 2, 4, NAN, INFINITY});
    const auto statistics = tensorStatistics(tensor);
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->nans, 1);
    EXPECT_EQ(statistics->infinities, 1);
    EXPECT_EQ(statistics->zeros, 1);
    EXPECT_EQ(statistics->mean, 2);
    EXPECT_EQ(statistics->histogram.front() + statistics->histogram.back(), 2U);
}

} // namespace
} // namespace partita
