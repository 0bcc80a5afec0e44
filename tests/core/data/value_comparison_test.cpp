#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/data/value_comparison.h"

namespace partita {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

Tensor floats(const std::vector<float>& values) {
    return Tensor::of(DataType::float32, {static_cast<std::int64_t>(values.size())}, values);
}

Tensor texts(std::vector<std::string> values) {
    Tensor tensor;
    tensor.type = DataType::string;
    tensor.dims = {static_cast<std::int64_t>(values.size())};
    tensor.storage = Tensor::Storage::strings;
    tensor.strings = std::move(values);
    return tensor;
}

TEST(ValueComparison, DifferencesAreRelativeToTheLargestValue) {
    const Difference difference = compareTensors(floats({100, 1}), floats({100, 1.01F}), 1e-3, 0);
    EXPECT_TRUE(difference.comparable);
    EXPECT_FALSE(difference.within);
    EXPECT_NEAR(difference.maxRelative, 1e-4, 1e-6);
    EXPECT_FALSE(compareTensors(floats({100, 1}), Tensor::int64s({1, 2}), 1, 1).comparable);
}

TEST(ValueComparison, TheToleranceIsOfEachElementOrOfTheLargest) {
    const Tensor expected = floats({100, 1}), actual = floats({100, 1.01F});
    EXPECT_FALSE(compareTensors(expected, actual, 1e-3, 0, Scale::element).within);
    EXPECT_TRUE(compareTensors(expected, actual, 1e-3, 0, Scale::tensor).within);
    EXPECT_FALSE(compareTensors(expected, actual, 1e-5, 0, Scale::tensor).within);
    EXPECT_TRUE(compareTensors(expected, actual, 1e-5, 0.01, Scale::tensor).within);
    EXPECT_FALSE(compareTensors(floats({kInf}), floats({1}), 1, kInf, Scale::tensor).within);
}

TEST(ValueComparison, WhereOnlyZeroIsExpectedTheAbsoluteToleranceDecides) {
    for (const Scale scale : {Scale::element, Scale::tensor}) {
        const auto small = compareTensors(floats({0, 0}), floats({0, 1e-7F}), 1e-3, 1e-6, scale),
                   large = compareTensors(floats({0, 0}), floats({0, 1e-5F}), 1e-3, 1e-6, scale);
        EXPECT_TRUE(small.within);
        EXPECT_EQ(small.maxRelative, 0);
        EXPECT_FALSE(large.within);
        EXPECT_EQ(large.maxRelative, kInf);
    }
}

TEST(ValueComparison, WholeNumbersHaveNoTolerance) {
    for (const Scale scale : {Scale::element, Scale::tensor}) {
        EXPECT_FALSE(
            compareTensors(Tensor::int64s({30000}), Tensor::int64s({30001}), 1e-3, 1, scale)
                .within);
        const auto flag = [](bool value) {
            return Tensor::of<std::uint8_t>(DataType::boolean, {1}, {value});
        };
        EXPECT_FALSE(compareTensors(flag(true), flag(false), 1, 1, scale).within);
    }
}

TEST(ValueComparison, SaysWhatIsFiniteOnly) {
    EXPECT_EQ(differenceMessage({false, 0, 0}).text(), "0, 0 relative");
    EXPECT_EQ(differenceMessage({false, 0.25, 0.5}).text(), "0.5, 0.25 relative");
    EXPECT_EQ(differenceMessage({false, 0, 1e-7}).text(), "1e-07");
    EXPECT_EQ(differenceMessage({true, kInf, 0.5}).text(), "0.5, where only 0 is expected");
    EXPECT_EQ(differenceMessage({true, kInf, kInf}).text(), "infinity");
}

TEST(ValueComparison, AnInfinityIsInfinitelyFarFromAnythingElseWhateverTheTolerance) {
    for (const auto& [expected, actual] : {std::pair(kInf, 1.0F), std::pair(1.0F, kInf),
                                           std::pair(kInf, -kInf), std::pair(-kInf, 0.0F)}) {
        for (const double rtol : {0.0, 1.0, 1e300, double{kInf}}) {
            const auto difference =
                compareTensors(floats({expected}), floats({actual}), rtol, kInf);
            EXPECT_FALSE(difference.within) << expected << " " << actual << " " << rtol;
            EXPECT_EQ(difference.maxAbsolute, kInf);
            EXPECT_EQ(difference.maxRelative, kInf);
        }
    }
    const auto same = compareTensors(floats({kInf, -kInf}), floats({kInf, -kInf}), 0, 0);
    EXPECT_TRUE(same.within);
    EXPECT_EQ(same.maxAbsolute, 0);
}

TEST(ValueComparison, NanEqualsNanAndNothingElse) {
    EXPECT_TRUE(compareTensors(floats({kNan, -0.0F}), floats({kNan, 0}), 0, 0).within);
    for (const float other : {0.0F, kInf, 100.0F}) {
        EXPECT_FALSE(compareTensors(floats({kNan}), floats({other}), 1, kInf).within);
        EXPECT_FALSE(compareTensors(floats({other}), floats({kNan}), 1, kInf).within);
    }
}

TEST(ValueComparison, IntegersOf64BitsAreComparedWithoutRounding) {
    const std::int64_t large = std::int64_t{1} << 60;
    const auto near =
        compareTensors(Tensor::int64s({large + 100, 1}), Tensor::int64s({large, 1}), 0, 99);
    EXPECT_FALSE(near.within);
    EXPECT_EQ(near.maxAbsolute, 100);
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    const auto far = compareTensors(Tensor::int64s({kMost}), Tensor::int64s({-kMost - 1}), 0, 0);
    EXPECT_EQ(far.maxAbsolute, 0x1p64); // 2^64 − 1 rounded to a double
    const auto unsignedOf = [](std::uint64_t value) {
        return Tensor::of<std::uint64_t>(DataType::uint64, {1}, {value});
    };
    EXPECT_EQ(compareTensors(unsignedOf(~0ULL), unsignedOf(~0ULL - 3), 0, 0).maxAbsolute, 3);
}

TEST(ValueComparison, ComplexNumbersAreComparedByBothParts) {
    const auto complex = [](float real, float imaginary) {
        return Tensor::fromBytes(DataType::complex64, {1}, floats({real, imaginary}).payload);
    };
    EXPECT_TRUE(compareTensors(complex(1, 2), complex(1, 2), 0, 0).within);
    const auto other = compareTensors(complex(1, 2), complex(1, 5), 0, 0);
    EXPECT_FALSE(other.within);
    EXPECT_EQ(other.maxAbsolute, 3);
}

TEST(ValueComparison, PackedTypesAreComparedElementByElement) {
    const auto packed = [](std::uint8_t byte) { // one element in the low bits, then padding
        return Tensor::of<std::uint8_t>(DataType::int4, {1}, {byte});
    };
    EXPECT_TRUE(compareTensors(packed(0x1F), packed(0xEF), 0, 0).within); // only padding differs
    EXPECT_EQ(compareTensors(packed(0x0F), packed(0x07), 0, 0).maxAbsolute, 8); // −1 and 7
}

TEST(ValueComparison, TextsThatDifferAreInfinitelyFarApart) {
    EXPECT_TRUE(compareTensors(texts({"a", ""}), texts({"a", ""}), 0, 0).within);
    const auto other = compareTensors(texts({"a"}), texts({"A"}), 1, kInf);
    EXPECT_FALSE(other.within);
    EXPECT_EQ(other.maxRelative, kInf);
}

TEST(ValueComparison, TheWorstItemOfASequenceCounts) {
    const auto sequence = [](float second) {
        return ModelData::sequence({floats({1}), floats({second})});
    };
    EXPECT_TRUE(compareValues(sequence(2), sequence(2), 0, 0).within);
    EXPECT_EQ(compareValues(sequence(2), sequence(kInf), 1, 1).maxAbsolute, kInf);
    EXPECT_FALSE(compareValues(sequence(2), ModelData::nothing(), 1, 1).comparable);
    EXPECT_EQ(compareValues(sequence(2), ModelData::nothing(), 1, 1).problem.text(),
              "is none, expected sequence of 2");
    EXPECT_FALSE(compareValues(sequence(2), floats({1}), 1, 1).comparable);
}

TEST(ValueComparison, TheFiguresOfASequenceAreThoseOfItsWorstItem) {
    const auto sequence = [](float near, std::int64_t whole) {
        return ModelData::sequence({floats({near}), Tensor::int64s({whole})});
    };
    const auto difference = compareValues(sequence(1e5F, 1000), sequence(1.5e5F, 1001), 1, 0);
    EXPECT_FALSE(difference.within); // whole numbers have no tolerance
    EXPECT_EQ(difference.maxAbsolute, 5e4);
    EXPECT_EQ(difference.maxRelative, 0.5);
    EXPECT_EQ(differenceMessage(difference.figures).text(), "1, 0.001 relative");
}

TEST(ValueComparison, JsonHasAWordForInfinity) {
    EXPECT_EQ(figureJson(0.5).dump(), "0.5");
    EXPECT_EQ(figureJson(kInf).dump(), "\"inf\"");
}

} // namespace
} // namespace partita
