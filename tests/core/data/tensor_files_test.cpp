#include <cmath>
#include <gtest/gtest.h>

#include "core/data/tensor_files.h"
#include "core/data/value_comparison.h"
#include "core/report/tensor_statistics.h"
#include "tests/support/models.h"

namespace partita {
namespace {

TEST(TensorFiles, AMapReadsBackInTheOrderOfItsKeys) {
    const test::TemporaryFolder folder;
    Tensor keys;
    keys.type = DataType::string;
    keys.dims = {2};
    keys.storage = Tensor::Storage::strings;
    keys.strings = {"a", "b"};
    const ModelData texts =
        ModelData::map(keys, Tensor::of<float>(DataType::float32, {2}, {1.5F, -2}));
    const ModelData numbers =
        ModelData::map(Tensor::int64s({-3, 9}), Tensor::of<double>(DataType::float64, {2}, {4, 5}));
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
    const ModelData several = ModelData::sequence({numbers, numbers});
    ASSERT_TRUE(writeValueDirectory(folder / "v", "v", {texts, several}));
    const auto read = readValueDirectory(folder / "v", "v",
                                         {mapType(DataType::string, DataType::float32), sequence});
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(read->size(), 2U);
    EXPECT_EQ((*read)[0].kindText().text(), "map of 2");
    EXPECT_TRUE(compareValues(texts, (*read)[0], 0, 0).within);
    EXPECT_TRUE(compareValues(several, (*read)[1], 0, 0).within);
    EXPECT_FALSE(compareValues(several, texts, 0, 0).comparable);
}

TEST(TensorFiles, AnOptionalIsStoredWithWhatItHolds) {
    const test::TemporaryFolder folder;
    const auto tensor = Type::tensor(DataType::float32, std::nullopt);
    auto sequence = std::make_shared<Type>(), ofTensor = std::make_shared<Type>(),
         ofSequence = std::make_shared<Type>();
    sequence->kind = Type::Kind::sequence;
    sequence->nested = tensor;
    ofTensor->kind = ofSequence->kind = Type::Kind::optional;
    ofTensor->nested = tensor;
    ofSequence->nested = sequence;
    const ModelData one(Tensor::of<float>(DataType::float32, {2}, {1, 2}));
    const std::vector<ModelData> values{one, ModelData::nothing(), ModelData::sequence({one, one}),
                                        ModelData::nothing()};
    const std::vector<TypePtr> types{ofTensor, ofTensor, ofSequence, ofSequence};
    ASSERT_TRUE(writeValueDirectory(folder / "v", "v", values, types));
    const auto read = readValueDirectory(folder / "v", "v", types);
    ASSERT_TRUE(read) << read.error().message();
    ASSERT_EQ(read->size(), values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_EQ((*read)[i].kindText(), values[i].kindText());
        EXPECT_TRUE(compareValues(values[i], (*read)[i], 0, 0).within);
    }
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
