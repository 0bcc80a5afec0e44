// Rare pads, windows, convolutions and samples, for which the kernels and the reference must give the
// same results.

#include "tests/support/agreement.h"

namespace partita {
namespace {

using namespace agreement;

TEST(RareCases, WhatPadCutsOffIsNotShownAgain) {
    const auto padded = [](const std::string& mode, std::int64_t before, std::int64_t after) {
        return numbersOf("(float[5] x, int64[2] p) => (float[a] y) { y = Pad <mode = \"" + mode +
                             "\"> (x, p) }",
                         {{"x", floats({5}, {0, 1, 2, 3, 4})}, {"p", ints({2}, {before, after})}});
    };
    EXPECT_EQ(padded("wrap", -1, 2), (Numbers{1, 2, 3, 4, 1, 2}));
    EXPECT_EQ(padded("wrap", 3, -1), (Numbers{1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(padded("reflect", -2, 4), (Numbers{2, 3, 4, 3, 2, 3, 4}));
    EXPECT_EQ(padded("edge", -4, 2), (Numbers{4, 4, 4}));
}

TEST(RareCases, AWindowThatWouldStartInTheEndPaddingIsNotInferred) {
    // Two windows by rounding up; the second would start at 3, behind the data and its begin pad.
    for (const std::string op : {"LpPool", "MaxPool", "AveragePool"})
        for (const char* provider : {"cpu", "reference"})
            for (const std::string& pads : {std::string(), std::string(", pads = [1, 0]")}) {
                const auto report = runOn(provider,
                                          "(float[1,1,2] x) => (int64[3] y) { p = " + op +
                                              " <kernel_shape = [1], strides = [3], ceil_mode = 1" +
                                              pads + "> (x) y = Shape(p) }",
                                          {{"x", floats({1, 1, 2}, {1, 2})}}, 19);
                ASSERT_TRUE(report) << report.error().message();
                EXPECT_EQ(*elementsAsDoubles(report->outputs.at(0).tensor), (Numbers{1, 1, 1}))
                    << op << pads;
            }
}

TEST(RareCases, TheAverageOfPaddingAloneIsZero) {
    // Both elements of the only window lie outside, as in ONNX Runtime.
    for (const char* provider : {"cpu", "reference"})
        for (const std::string type : {"float", "double"}) {
            const auto report =
                runOn(provider,
                      "(float[1,1,2] x) => (" + type +
                          "[a,b,c] y) { t = Cast<to = " + (type == "float" ? "1" : "11") +
                          "> (x) y = AveragePool <kernel_shape = [2], dilations = [3], "
                          "pads = [1, 1]> (t) }",
                      {{"x", floats({1, 1, 2}, {1, 2})}}, 21);
            ASSERT_TRUE(report) << report.error().message();
            EXPECT_EQ(*elementsAsDoubles(report->outputs.at(0).tensor), (Numbers{0}))
                << provider << " " << type;
        }
}

TEST(RareCases, ACubicBetweenPixelsAndTheirBorderHasWeightsOfItsPlace) {
    // Position -0.25 of 4 pixels; pixels outside equal the first pixel.
    const auto at = numbersOf(
        "(float[1,1,1,4] x, float[1,1,1,2] g) => (float[a,b,c,d] y) { y = "
        "GridSample <mode = \"cubic\", padding_mode = \"border\"> (x, g) }",
        {{"x", floats({1, 1, 1, 4}, {0, 1, 4, 9})}, {"g", floats({1, 1, 1, 2}, {-0.875F, 0})}});
    ASSERT_EQ(at.size(), 1U);
    EXPECT_NEAR(at[0], -0.10546875, 1e-6); // cubic(1.25) · 1
}

TEST(RareCases, BetweenCornersOneElementLiesInTheMiddle) {
    EXPECT_EQ(
        numbersOf("(float[1,2,3] t, int64[4] s) => (float[a,b,c,d] y) { y = AffineGrid "
                  "<align_corners = 1> (t, s) }",
                  {{"t", floats({1, 2, 3}, {1, 2, 3, 4, 5, 6})}, {"s", ints({4}, {1, 1, 1, 3})}}),
        (Numbers{2, 2, 3, 6, 4, 10}));
    EXPECT_EQ(
        numbersOf("(double[2,3,4] t, int64[5] s) => (double[a,b,c,d,e] y) { y = AffineGrid "
                  "(t, s) }",
                  {{"t", doubles({2, 3, 4}, Numbers(24, 1))}, {"s", ints({5}, {2, 1, 1, 1, 2})}}),
        (Numbers{0.5, 0.5, 0.5, 1.5, 1.5, 1.5, 0.5, 0.5, 0.5, 1.5, 1.5, 1.5}));
}

TEST(RareCases, AnImageOnePixelWideIsConvolvedAsAnyOther) {
    const auto numbered = [](std::int64_t count) {
        std::vector<float> numbers(static_cast<std::size_t>(count));
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<float>(i % 7) - 3;
        return numbers;
    };
    for (const char* how : {"strides = [2, 1]", "dilations = [2, 3]", "group = 2",
                            "pads = [1, 0, 0, 0], strides = [3, 2]", "pads = [1, 1, 1, 1]",
                            "auto_pad = \"SAME_UPPER\""}) {
        const bool grouped = std::string(how) == "group = 2";
        const std::int64_t depth = grouped ? 1 : 2;
        const Feeds all{{"x", floats({2, 2, 7, 1}, numbered(28))},
                        {"w", floats({4, depth, 3, 1}, numbered(12 * depth))}};
        EXPECT_FALSE(
            outputsOf(std::string("(float[2,2,7,1] x, float[4,k,3,1] w) => (float[a,b,c,d] y) "
                                  "{ y = Conv <") +
                          how + "> (x, w) }",
                      all)
                .empty())
            << how;
    }
}

TEST(RareCases, AWindowThatIsOneStepTooLargeHasNoPlace) {
    const Feeds feeds{{"x", floats({1, 1, 3, 2}, {1, 2, 3, 4, 5, 6})}};
    for (const char* pool : {"LpPool", "MaxPool", "AveragePool"}) {
        const auto outputs =
            outputsOf(std::string("(float[1,1,3,2] x) => (float[a,b,c,d] y) { y = ") + pool +
                          " <kernel_shape = [2, 3]> (x) }",
                      feeds);
        ASSERT_EQ(outputs.size(), 1U) << pool;
        EXPECT_EQ(outputs[0].tensor.dims, (Dims{1, 1, 2, 0})) << pool;
    }
    const auto outputs =
        outputsOf("(float[1,1,3,2] x, float[1,1,2,3] w) => (float[a,b,c,d] y) { "
                  "y = Conv(x, w) }",
                  {{"x", feeds.at("x")}, {"w", floats({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6})}});
    ASSERT_EQ(outputs.size(), 1U);
    EXPECT_EQ(outputs[0].tensor.dims, (Dims{1, 1, 2, 0}));
    EXPECT_EQ(
        outputsOf("(float[1,1,3,2] x) => (float[a,b,c,d] y) { y = MaxPool <kernel_shape = [9, "
                  "2], strides = [3, 1], ceil_mode = 1> (x) }",
                  feeds)
            .at(0)
            .tensor.dims,
        (Dims{1, 1, 0, 1}));
    for (const char* provider : {"cpu", "reference"})
        EXPECT_FALSE(runOn(provider,
                           "(float[1,1,3,2] x) => (float[a,b,c,d] y) { y = LpPool <kernel_shape = "
                           "[2, 2], auto_pad = \"NONE\"> (x) }",
                           feeds, 22));
}

TEST(RareCases, AScaleIsPositive) {
    for (const char* provider : {"cpu", "reference"})
        for (const float scale : {0.0F, -1.0F, NAN})
            EXPECT_FALSE(runOn(provider,
                               "(float[2] x, float[1] s) => (float[a] y) { y = Resize(x, , s) }",
                               {{"x", floats({2}, {1, 2})}, {"s", floats({1}, {scale})}}, 22))
                << provider << " " << scale;
}

TEST(RareCases, OldPadsFillDoublesAndIntegersToo) {
    EXPECT_EQ(
        numbersOf("(double[1] x) => (double[3] y) { y = Pad <pads = [1,1], value = 2.5> (x) }",
                  {{"x", doubles({1}, {7})}}, 10),
        (Numbers{2.5, 7, 2.5}));
}

TEST(RareCases, ADeformedConvolutionOfNoChannelsIsItsBias) {
    EXPECT_EQ(numbersOf("(float[1,0,1,1] x, float[1,0,1,1] w, float[1,2,1,1] o, float[1] b) => "
                        "(float[] y) { y = DeformConv(x, w, o, b) }",
                        {{"x", floats({1, 0, 1, 1}, {})},
                         {"w", floats({1, 0, 1, 1}, {})},
                         {"o", floats({1, 2, 1, 1}, {0, 0})},
                         {"b", floats({1}, {3})}}),
              Numbers{3});
}

TEST(RareCases, AnAxisWithoutElementsHasNoRatio) {
    for (const std::string policy : {"not_larger", "not_smaller"}) {
        const auto made = outputsOf("(float[0,4,4] x, int64[3] n) => (float[] y) { y = Resize "
                                    "<keep_aspect_ratio_policy = \"" +
                                        policy + "\"> (x, , , n) }",
                                    {{"x", floats({0, 4, 4}, {})}, {"n", ints({3}, {1, 8, 12})}});
        ASSERT_EQ(made.size(), 1U);
        const std::int64_t size = policy == "not_larger" ? 8 : 12;
        EXPECT_EQ(made[0].tensor.dims, (std::vector<std::int64_t>{0, size, size}));
    }
}

TEST(RareCases, AQuantizedConvolutionWithOneFilterLiesAsAnyOther) {
    // Its readers take elements in NCHW order, also where the result is folded beforehand.
    EXPECT_EQ(numbersOf("() => (uint8[4] y, uint8[1,1,2,2] c) <uint8[1,1,2,2] x = {1, 2, 3, 4}, "
                        "float s = {1}, uint8 z = {0}, uint8[1,1,1,1] w = {1}, int64[1] n = {-1}> "
                        "{ c = QLinearConv(x, s, z, w, s, z, s, z) y = Reshape(c, n) }",
                        {}),
              (Numbers{1, 2, 3, 4}));
}

TEST(RareCases, AKernelShapeOfIntegersIsThatOfTheirWeights) {
    for (const char* provider : {"cpu", "reference"})
        EXPECT_FALSE(
            runOn(provider,
                  "() => (int32[] y) <uint8[1,1,4] x = {1, 2, 3, 4}, uint8[1,1,1] w = {1}> "
                  "{ y = ConvInteger <kernel_shape = [2]> (x, w) }",
                  {}, 21));
}

TEST(RareCases, AnEmptyRegionHasNoSamples) {
    EXPECT_EQ(numbersOf("(float[1,1,2,2] x, float[3,4] r, int64[3] b) => (float[] y) { y = "
                        "RoiAlign(x, r, b) }",
                        {{"x", floats({1, 1, 2, 2}, {1, 2, 3, 4})},
                         {"r", floats({3, 4}, {1, 1, 1, 1, 2, 2, 0, 0, 0, 0, 2, 2})},
                         {"b", ints({3}, {0, 0, 0})}}),
              (Numbers{0, 0, 2.5}));
}

TEST(RareCases, TheNearestPixelIsChosenBeforeThePlaceIsReflected) {
    // Column -9.5 is a tie, which goes to -10; its reflection is 1. Row -14 is reflected to 1.
    EXPECT_EQ(
        numbersOf("(float[1,1,3,2] x, float[1,1,1,2] g) => (float[] y) { y = GridSample <mode "
                  "= \"nearest\", padding_mode = \"reflection\"> (x, g) }",
                  {{"x", floats({1, 1, 3, 2}, {0, 1, 2, 3, 4, 5})},
                   {"g", floats({1, 1, 1, 2}, {-10, -10})}}),
        (Numbers{3}));
}

TEST(RareCases, APlaceInfinitelyFarIsBeyondItsBorder) {
    const float infinity = HUGE_VALF;
    for (const std::string mode : {"linear", "nearest", "cubic"})
        EXPECT_EQ(numbersOf("(float[1,1,1,2] x, float[1,1,2,2] g) => (float[] y) { y = GridSample "
                            "<mode = \"" +
                                mode + "\", padding_mode = \"border\"> (x, g) }",
                            {{"x", floats({1, 1, 1, 2}, {3, 7})},
                             {"g", floats({1, 1, 2, 2}, {-infinity, 0, infinity, 0})}}),
                  (Numbers{3, 7}))
            << mode;
    // An infinity has no defined reflection; kernels and reference must only agree.
    EXPECT_EQ(
        numbersOf("(float[1,1,1,5] x, float[1,1,2,2] g) => (float[] y) { y = GridSample <mode = "
                  "\"nearest\", padding_mode = \"reflection\"> (x, g) }",
                  {{"x", floats({1, 1, 1, 5}, {1, 2, 3, 4, 5})},
                   {"g", floats({1, 1, 2, 2}, {-infinity, 0, infinity, 0})}}),
        (Numbers{5, 4}));
}

} // namespace
} // namespace partita
