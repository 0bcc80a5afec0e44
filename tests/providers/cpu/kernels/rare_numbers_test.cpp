// Rare numbers, on which the kernels and the reference must give the same results.

#include <limits>

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

TEST(RareNumbers, ZeroHasASign) {
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(numbersOf("(float[2] x) => (float[2] y) { a = Neg(x) y = Reciprocal(a) }",
                        {{"x", floats({2}, {0.0F, -0.0F})}}),
              (Numbers{-infinity, infinity}));
    EXPECT_EQ(numbersOf("(float[2] x) => (float[2] y) { a = Abs(x) y = Reciprocal(a) }",
                        {{"x", floats({2}, {0.0F, -0.0F})}}),
              (Numbers{infinity, infinity}));
}

TEST(RareNumbers, TheFactorOfAGemmMultipliesTheSums) {
    const auto times = [](const std::string& alpha, const std::string& weight, float x) {
        return numbersOf("(float[1,1] x) => (float[1,1] y) <float[1,1] w = {" + weight +
                             "}> { y = Gemm <alpha = " + alpha + "> (x, w) }",
                         {{"x", floats({1, 1}, {x})}})
            .at(0);
    };
    EXPECT_NEAR(times("1e30", "1e-10", 1e10F) / 1e30, 1, 1e-6);
    EXPECT_NEAR(times("1e-36", "1e36", 1e-10F) / 1e-10, 1, 1e-6);
}

TEST(RareNumbers, TheSoftplusOfARecurrenceDoesNotOverflow) {
    EXPECT_EQ(numbersOf("(float[2,1,1] x) => (float[] y, float[] h) <float[1,1,1] w = {1}, "
                        "float[1,1,1] r = {0}> { y, h = RNN <hidden_size = 1, activations = "
                        "[\"Softplus\"]> (x, w, r) }",
                        {{"x", floats({2, 1, 1}, {100, 1000})}}),
              (Numbers{100, 1000}));
}

TEST(RareNumbers, WhatIsNoNumberIsNeverLost) {
    const float nan = std::nanf("");
    for (const std::string op : {"Min", "Max", "Sum", "Mean"})
        for (const bool first : {true, false})
            EXPECT_TRUE(std::isnan(numbersOf("(float[1] x, float[1] z) => (float[1] y) { y = " +
                                                 op + (first ? "(x, z) }" : "(z, x) }"),
                                             {{"x", floats({1}, {nan})}, {"z", floats({1}, {1})}})
                                       .at(0)));
}

TEST(RareNumbers, ShortRowsOfASoftmaxAreThoseOfLongOnes) {
    for (const std::int64_t count : {1, 2, 15, 16, 17})
        for (const std::int64_t rows : {1, 16, 37}) {
            std::vector<float> x(static_cast<std::size_t>(rows * count));
            for (std::size_t i = 0; i < x.size(); ++i)
                x[i] = static_cast<float>(i % 11) * 9 - 40;
            x.back() = std::nanf("");
            x.front() = -std::numeric_limits<float>::infinity();
            EXPECT_EQ(outputsOf("(float[a,b] x) => (float[a,b] y) { y = Softmax(x) }",
                                {{"x", floats({rows, count}, x)}})
                          .size(),
                      1U);
        }
}

TEST(RareNumbers, ASoftmaxLosesNothingWhereverTheLargestElementOfARowIs) {
    for (const std::int64_t count : {31, 32, 33, 47, 64, 65})
        for (std::int64_t at = 0; at < count; ++at) {
            std::vector<float> x(static_cast<std::size_t>(count));
            x[static_cast<std::size_t>(at)] = 200; // alone, its exponential would be infinite
            const Feeds feeds{{"x", floats({1, count}, x)}};
            Numbers one(static_cast<std::size_t>(count)), logarithms(one.size(), -200);
            one[static_cast<std::size_t>(at)] = 1;
            logarithms[static_cast<std::size_t>(at)] = 0;
            EXPECT_EQ(numbersOf("(float[a,b] x) => (float[a,b] y) { y = Softmax(x) }", feeds), one)
                << at << " of " << count;
            EXPECT_EQ(numbersOf("(float[a,b] x) => (float[a,b] y) { y = LogSoftmax(x) }", feeds),
                      logarithms)
                << at << " of " << count;
        }
}

TEST(RareNumbers, TheMeanOfLargeIntegersFitsWhereTheirSumDoesNot) {
    EXPECT_EQ(numbersOf("(int64[3] x) => (int32[1] y) { a = Cast <to = 6> (x) y = ReduceMean(a) }",
                        {{"x", ints({3}, {2'000'000'000, 2'000'000'001, 2'000'000'003})}}),
              Numbers{2'000'000'001});
}

TEST(RareNumbers, WholeNumbersAreWrittenWithAllTheirDigits) {
    const auto made =
        outputsOf("(int64[2] x) => (string[2] y) { a = Cast <to = 12> (x) y = Cast <to = 8> (a) }",
                  {{"x", ints({2}, {4'294'967'295, 16'777'217})}});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].tensor.strings, (std::vector<std::string>{"4294967295", "16777217"}));
}

TEST(RareNumbers, WholeNumbersOfAnySizeBecomeTheNearestFloats) {
    constexpr std::int64_t kEdge = std::int64_t{1} << 31;
    for (const std::int64_t rare : {std::int64_t{7}, kEdge - 1, kEdge, -kEdge, -kEdge - 1,
                                    2 * kEdge - 1, std::numeric_limits<std::int64_t>::max()})
        for (const std::int64_t count : {1, 17, 1024, 1025, 3000})
            for (const char* type : {"7", "13"}) { // int64 and uint64
                SCOPED_TRACE(std::to_string(rare) + " among " + std::to_string(count));
                std::vector<std::int64_t> numbers;
                for (std::int64_t i = 0; i < count; ++i)
                    numbers.push_back(i % 1000 == 16 || count == 1 ? rare
                                                                   : 16777217 * (i % 7) - i % 3);
                const auto y =
                    numbersOf("(int64[n] x) => (float[n] y) { z = Cast <to = " + std::string(type) +
                                  "> (x) y = Cast <to = 1> (z) }",
                              {{"x", ints({count}, numbers)}});
                EXPECT_EQ(y.size(), numbers.size());
                for (std::size_t i = 0; i < y.size(); ++i)
                    EXPECT_EQ(y[i], type[0] == '7' ? static_cast<float>(numbers[i])
                                                   : static_cast<float>(
                                                         static_cast<std::uint64_t>(numbers[i])));
            }
}

TEST(RareNumbers, TheMeanOfNothingIsNoNumber) {
    EXPECT_TRUE(
        std::isnan(numbersOf("(float[0,3] x) => (float[] y) { y = ReduceMean <keepdims = 0> (x) }",
                             {{"x", floats({0, 3}, {})}}, 13)
                       .at(0)));
}

TEST(RareNumbers, ARangeOverAllOfInt64HasItsSecondNumber) {
    constexpr std::int64_t kLeast = INT64_MIN, kMost = INT64_MAX;
    EXPECT_EQ(numbersOf("(int64 a, int64 b, int64 c) => (int64[1] y) { r = Range(a, b, c) "
                        "y = Shape(r) }",
                        {{"a", ints({}, {kLeast})}, {"b", ints({}, {1})}, {"c", ints({}, {kMost})}},
                        13),
              Numbers{2});
    EXPECT_EQ(
        numbersOf("(int64 a, int64 b, int64 c) => (int64[1] y) { r = Range(a, b, c) "
                  "y = Shape(r) }",
                  {{"a", ints({}, {kMost})}, {"b", ints({}, {-3})}, {"c", ints({}, {kLeast})}}, 13),
        Numbers{2});
}

TEST(RareNumbers, ABetaOfZeroLeavesOutWhatIsNoNumber) {
    const float nan = std::nanf("");
    EXPECT_EQ(numbersOf("(float[2,1] a, float[1,1] b, float[2,1] c) => (float[2,1] y) "
                        "{ y = Gemm <beta = 0.0> (a, b, c) }",
                        {{"a", floats({2, 1}, {1, 2})},
                         {"b", floats({1, 1}, {3})},
                         {"c", floats({2, 1}, {nan, 5})}},
                        13),
              (Numbers{3, 6}));
}

TEST(RareNumbers, SquaresOfIntegersFitIntoTheirNorm) {
    EXPECT_EQ(numbersOf("(int64[2] x) => (int64[1] y) { y = ReduceL2(x) }",
                        {{"x", ints({2}, {3'000'000'000'000, 4'000'000'000'000})}}, 17),
              Numbers{5e12});
}

TEST(RareNumbers, WhatIsNoNumberIsThereOnceAmongTheUnique) {
    const float nan = std::nanf("");
    const auto unique = outputsOf("(float[6] x) => (float[a] y, int64[b] f) { y, f = Unique(x) }",
                                  {{"x", floats({6}, {nan, 2, nan, 1, nan, 2})}});
    ASSERT_EQ(unique.size(), 2U);
    EXPECT_EQ(*elementsAsDoubles(unique[1].tensor), (Numbers{3, 1, 0}));
}

TEST(RareNumbers, HalvesAreCombinedWhereTheyAreScattered) {
    EXPECT_EQ(
        numbersOf("(float[3] x, int64[2,1] i, float[2] u) => (float[3] y) { a = Cast <to = 16> "
                  "(x) b = Cast <to = 16> (u) s = ScatterND <reduction = \"max\"> (a, i, b) "
                  "y = Cast <to = 1> (s) }",
                  {{"x", floats({3}, {1, 2, 3})},
                   {"i", ints({2, 1}, {0, 2})},
                   {"u", floats({2}, {4, -4})}}),
        (Numbers{4, 2, 3}));
}

TEST(RareNumbers, TheLargestOfARowIsFoundAtEachOfItsPlaces) {
    // exp(300) overflows unless the maximum is subtracted first.
    for (std::int64_t size = 1; size <= 40; ++size)
        for (std::int64_t at = 0; at < size; ++at) {
            std::vector<float> row(static_cast<std::size_t>(size));
            row[static_cast<std::size_t>(at)] = 300;
            for (const char* op : {"Softmax", "LogSoftmax", "Hardmax", "ReduceLogSumExp"})
                (void)outputsOf("(float[n,1,s] x) => (float[] y) { y = " + std::string(op) +
                                    "(x) }",
                                {{"x", floats({1, 1, size}, row)}}, 17);
            if (testing::Test::HasFailure())
                FAIL() << "the largest of " << size << " is at " << at;
        }
}

TEST(RareNumbers, TheScaleOfNoRangeIsOne) {
    EXPECT_EQ(numbersOf("(float[2] x) => (float s) { y, s, z = DynamicQuantizeLinear(x) }",
                        {{"x", floats({2}, {0, 0})}}),
              Numbers{1});
}

TEST(RareNumbers, ALogarithmIsTakenBesideTheLargestNumber) {
    const auto made = numbersOf("(float[1,4] x) => (float[1,4] y) { y = LogSoftmax(x) }",
                                {{"x", floats({1, 4}, {10000, 10001, 10002, 10003})}});
    ASSERT_EQ(made.size(), 4U);
    EXPECT_NEAR(made[3], -0.44018969, 1e-6); // -log(1 + e⁻¹ + e⁻² + e⁻³)
}

TEST(RareNumbers, OldClipsOfDoublesEndAtAFloatsLimits) {
    const double infinity = std::numeric_limits<double>::infinity();
    const auto most = static_cast<double>(std::numeric_limits<float>::max());
    const Feeds x{{"x", doubles({2}, {-infinity, infinity})}};
    EXPECT_EQ(numbersOf("(double[2] x) => (double[2] y) { y = Clip(x) }", x, 6),
              (Numbers{-most, most}));
    EXPECT_EQ(numbersOf("(double[2] x) => (double[2] y) { y = Clip(x) }", x, 13),
              (Numbers{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max()}));
}

TEST(RareNumbers, IntegersAreScaledByTheRuleOfCast) {
    // 3 · (2⁶⁴ − 1) does not fit into 64 bits and becomes the largest number.
    const std::string values = "<uint64[1,1] a = {18446744073709551615}, uint64[1,1] b = {1}, "
                               "uint64[1,1] c = {2}>";
    EXPECT_EQ(
        numbersOf("() => (uint64[1,1] y) " + values + " { y = Gemm <alpha = 3.0> (a, b) }", {}),
        Numbers{18446744073709551615.0});
    EXPECT_EQ(
        numbersOf("() => (uint64[1,1] y) " + values + " { y = Gemm <beta = 2.0> (a, b, c) }", {}),
        Numbers{3}); // a sum wraps around
}

TEST(RareNumbers, ShortIntegersAreTheLowBitsOfLongOnes) {
    EXPECT_EQ(
        numbersOf("() => (int8[3] y) <uint64[3] x = {18446744073709551554, 9223372036854775809, "
                  "9}> { a = Cast <to = 22> (x) y = Cast <to = 3> (a) }",
                  {}, 21),
        (Numbers{2, 1, -7}));
}

TEST(RareNumbers, ATextKeepsTheDigitsThatADoubleHasNot) {
    const auto made = outputsOf("(string[1] x) => (string[1] y) { a = Cast <to = 7> (x) "
                                "y = Cast <to = 8> (a) }",
                                {{"x", ModelData(texts({"9007199254740993"}))}});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].tensor.strings, std::vector<std::string>{"9007199254740993"});
}

TEST(RareNumbers, APowerOfTwoMayBeTooSmallToBeOne) {
    const auto cast = [](int saturate) {
        return numbersOf("(float[3] x) => (float[3] y) { a = Cast <to = 24, saturate = " +
                             std::to_string(saturate) + "> (x) y = Cast <to = 1> (a) }",
                         {{"x", floats({3}, {0, 1e-40F, 4})}}, 25);
    };
    EXPECT_EQ(cast(1), (Numbers{0x1p-127, 0x1p-127, 4}));
    const Numbers unsaturated = cast(0);
    ASSERT_EQ(unsaturated.size(), 3U);
    EXPECT_TRUE(std::isnan(unsaturated[0]) && std::isnan(unsaturated[1]));
    EXPECT_EQ(unsaturated[2], 4);
}

TEST(RareNumbers, ExponentsMayBeBeyondTheSignedNumbers) {
    EXPECT_EQ(numbersOf("() => (int64[2] y) <int64[2] x = {0, -1}, uint64[1] e = "
                        "{18446744073709551614}> { y = Pow(x, e) }",
                        {}),
              (Numbers{0, 1}));
}

TEST(RareNumbers, WhatIsNotZeroIsTrue) {
    // At the corner, an eighth of the pixel counts.
    EXPECT_EQ(
        numbersOf("(float[1,1,1,1,1] x, float[1,1,1,1,3] g) => (bool[] y) "
                  "{ b = Cast <to = 9> (x) y = GridSample(b, g) }",
                  {{"x", floats({1, 1, 1, 1, 1}, {1})}, {"g", floats({1, 1, 1, 1, 3}, {1, 1, 1})}}),
        Numbers{1});
}

TEST(RareNumbers, TheLargestOfARegionMayBeMinusInfinity) {
    const float infinity = HUGE_VALF;
    EXPECT_EQ(numbersOf("(float[1,1,1,1] x, float[1,5] r) => (float[] y) { y = MaxRoiPool "
                        "<pooled_shape = [1,1]> (x, r) }",
                        {{"x", floats({1, 1, 1, 1}, {-infinity})},
                         {"r", floats({1, 5}, {0, 0, 0, 0, 0})}}),
              Numbers{-HUGE_VAL});
}

TEST(RareNumbers, AnInfiniteCellIsAskedByNobody) {
    // 0 · ∞ would be NaN.
    const float infinity = HUGE_VALF;
    const auto made =
        numbersOf("(float[1,1,1] x, float[1,4,1] w, float[1,4,1] r, float[1,1,1] c) => "
                  "(float[] y) { y = LSTM <hidden_size = 1> (x, w, r, , , , c) }",
                  {{"x", floats({1, 1, 1}, {0})},
                   {"w", floats({1, 4, 1}, {0, 0, 0, 0})},
                   {"r", floats({1, 4, 1}, {0, 0, 0, 0})},
                   {"c", floats({1, 1, 1}, {infinity})}});
    EXPECT_EQ(made, Numbers{0.5});
}

TEST(RareNumbers, TheLargestOfAWindowMayBeMinusInfinity) {
    const float infinity = HUGE_VALF, lowest = std::numeric_limits<float>::lowest();
    EXPECT_EQ(
        numbersOf("(float[1,1,2,2] x) => (float[] y) { y = MaxPool <kernel_shape = [1,2]> (x) }",
                  {{"x", floats({1, 1, 2, 2}, {-infinity, -infinity, lowest, -infinity})}}),
        (Numbers{-HUGE_VAL, static_cast<double>(lowest)}));
}

TEST(RareNumbers, LabelsKeepAllTheirDigits) {
    const auto made =
        outputsOf("(int64[3] x) => (string[3] t) { y = ai.onnx.ml.LabelEncoder "
                  "<keys_int64s = [9007199254740993, 9007199254740992], values_int64s = "
                  "[9007199254740995, 1]> (x) t = Cast <to = 8> (y) }",
                  {{"x", ints({3}, {9007199254740992, 9007199254740993, 5})}});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].tensor.strings, (std::vector<std::string>{"1", "9007199254740995", "-1"}));
    EXPECT_EQ(numbersOf("(int64[1] x) => (int16[1] y) { y = ai.onnx.ml.LabelEncoder <keys_int64s = "
                        "[1], values_tensor = int16[1] {7}> (x) }",
                        {{"x", ints({1}, {5})}}),
              Numbers{-1});
}

TEST(RareNumbers, ARealSignalComesFromHalfASpectrumHoweverMuchIsGiven) {
    const std::string graph = "(float[1,3,2] x, int64 n) => (float[a,b,c] y) "
                              "{ y = DFT <inverse = 1, onesided = 1> (x, n) }";
    const auto made =
        numbersOf(graph, {{"x", floats({1, 3, 2}, {6, 0, 0, 3, 100, 100})}, {"n", ints({}, {3})}});
    const Numbers half = numbersOf("(float[1,2,2] x, int64 n) => (float[a,b,c] y) "
                                   "{ y = DFT <inverse = 1, onesided = 1> (x, n) }",
                                   {{"x", floats({1, 2, 2}, {6, 0, 0, 3})}, {"n", ints({}, {3})}});
    EXPECT_EQ(made, half);
}

TEST(RareNumbers, TheLargestOfPaddingIsInfinitelyLowOfDoublesToo) {
    // Both elements of the dilated window lie in the padding beside the only element.
    EXPECT_EQ(numbersOf("(float[1,1,1] x) => (float[a,b,c] y) { w = Cast <to = 11> (x) m = MaxPool "
                        "<kernel_shape = [2], dilations = [3], auto_pad = \"SAME_LOWER\"> (w) "
                        "low = IsInf <detect_positive = 0> (m) y = Cast <to = 1> (low) }",
                        {{"x", floats({1, 1, 1}, {3})}}),
              Numbers{1});
}

TEST(RareNumbers, ClassicalOperatorsKeepTheDigitsThatADoubleHasNot) {
    const auto made = [](const std::string& op) {
        const auto outputs = outputsOf(
            "(int64[2] x, int64[1] i) => (string[] y) { a = " + op + " y = Cast <to = 8> (a) }",
            {{"x", ints({2}, {9'007'199'254'740'993, -5})}, {"i", ints({1}, {0})}});
        return outputs.empty() ? std::vector<std::string>() : outputs[0].tensor.strings;
    };
    const std::string large = "9007199254740993";
    EXPECT_EQ(made("ai.onnx.ml.ArrayFeatureExtractor(x, i)"), std::vector{large});
    EXPECT_EQ(made("ai.onnx.ml.Imputer <imputed_value_int64s = [9007199254740995], "
                   "replaced_value_int64 = -5> (x)"),
              (std::vector<std::string>{large, "9007199254740995"}));
    EXPECT_EQ(made("ai.onnx.ml.Imputer <imputed_value_int64s = [1], "
                   "replaced_value_int64 = 9007199254740992> (x)"),
              (std::vector<std::string>{large, "-5"}));
    EXPECT_EQ(made("Shrink <bias = 0.0, lambd = 1.0> (x)"),
              (std::vector<std::string>{large, "-5"}));
    EXPECT_EQ(made("Shrink <bias = 1.5, lambd = 1.0> (x)"),
              (std::vector<std::string>{"9007199254740991", "-3"}));
    EXPECT_EQ(
        numbersOf("(int64[2] x) => (float[a,b] y) { y = ai.onnx.ml.OneHotEncoder <cats_int64s "
                  "= [9007199254740992, 9007199254740993]> (x) }",
                  {{"x", ints({2}, {9'007'199'254'740'993, -5})}}),
        (Numbers{0, 1, 0, 0}));
}

TEST(RareNumbers, ProductsOfIntegersWrapAround) {
    EXPECT_EQ(numbersOf("() => (int32[1,1] y) <int32[1,2] a = {2147483647, 65536}, int32[2,1] b = "
                        "{2, 65536}> { y = MatMul(a, b) }",
                        {}),
              Numbers{-2});
    const auto made = outputsOf("() => (string[1,1] y) <int64[1,1] a = {4611686018427387905}, "
                                "int64[1,1] b = {4}> { p = MatMul(a, b) y = Cast <to = 8> (p) }",
                                {});
    ASSERT_EQ(made.size(), 1U);
    EXPECT_EQ(made[0].tensor.strings, std::vector<std::string>{"4"});
}

TEST(RareNumbers, ARootThatIsAPowerHasNoSignAndIsOfInfinitiesToo) {
    const double infinity = std::numeric_limits<double>::infinity();
    const auto roots = numbersOf("(float[4] x) => (float[4] y) <float h = {0.5}> { p = Pow(x, h) "
                                 "y = Reciprocal(p) }",
                                 {{"x", floats({4}, {-HUGE_VALF, -0.0F, 4, HUGE_VALF})}});
    EXPECT_EQ(roots, (Numbers{0, infinity, 0.5, 0}));
    EXPECT_EQ(numbersOf("(float[1] x) => (float[1] y) <float h = {0.5}> { y = Pow(x, h) }",
                        {{"x", floats({1}, {-HUGE_VALF})}}),
              Numbers{infinity});
}

TEST(RareNumbers, RangesWithoutAnEndHaveCodesAllTheSame) {
    const float infinity = HUGE_VALF;
    for (const std::vector<float>& row : {std::vector<float>{-infinity, 1, 2},
                                          {infinity, 1, 2},
                                          {-infinity, infinity, 0},
                                          {-3e38F, 3e38F, 0},
                                          {1e-45F, 0, 0},
                                          {std::nanf(""), -1, 1}})
        EXPECT_FALSE(numbersOf("(float[3] x) => (uint8[3] y, float s, uint8 z) { y, s, z = "
                               "DynamicQuantizeLinear(x) }",
                               {{"x", floats({3}, row)}})
                         .empty());
}

TEST(RareNumbers, WhatIsNoNumberIsTheLargestOfAnyWindow) {
    const float nan = std::nanf("");
    for (std::size_t at = 0; at < 36; ++at) {
        std::vector<float> plane(36);
        for (std::size_t i = 0; i < plane.size(); ++i)
            plane[i] = static_cast<float>(i * 5 % 36) - 18;
        plane[at] = nan;
        for (const std::string pool :
             {"y = MaxPool <kernel_shape = [3,3], strides = [2,2], pads = [1,1,1,1]> (x)",
              "y, i = MaxPool <kernel_shape = [2,3]> (x)",
              "a = Cast <to = 11> (x) b = MaxPool <kernel_shape = [2,2]> (a) y = Cast <to = 1> (b)",
              "a = Cast <to = 10> (x) b = MaxPool <kernel_shape = [2,2]> (a) y = Cast <to = 1> (b)",
              "a = Relu(x) y = MaxPool <kernel_shape = [2,2], dilations = [2,2]> (a)",
              "y = GlobalMaxPool(x)",
              "a = Cast <to = 11> (x) b = GlobalMaxPool(a) y = Cast <to = 1> (b)"})
            (void)outputsOf("(float[1,1,6,6] x) => (float[] y) { " + pool + " }",
                            {{"x", floats({1, 1, 6, 6}, plane)}});
        (void)outputsOf("(float[1,1,36] x) => (float[] y, int64[] i) { y, i = MaxPool "
                        "<kernel_shape = [4]> (x) }",
                        {{"x", floats({1, 1, 36}, plane)}});
        (void)outputsOf("(float[1,1,36] x) => (float[] y) { y = MaxPool <kernel_shape = [4]> (x) }",
                        {{"x", floats({1, 1, 36}, plane)}});
        if (testing::Test::HasFailure())
            FAIL() << "at " << at;
    }
}

TEST(RareNumbers, NothingButTheLowestIsTheLargest) {
    const float infinity = HUGE_VALF, lowest = std::numeric_limits<float>::lowest();
    for (const float first : {-infinity, lowest, 1.0F})
        EXPECT_EQ(numbersOf("(float[1,1,2,2] x) => (float[a,b,c,d] y) { y = MaxPool <kernel_shape "
                            "= [1,2]> (x) }",
                            {{"x", floats({1, 1, 2, 2}, {first, -infinity, 2, -infinity})}}),
                  (Numbers{static_cast<double>(first), 2}));
}

} // namespace
} // namespace partita
